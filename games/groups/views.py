"""Pages of groups: all of them, one of them, and what is done there."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.people.guest_access import UserRequest, account_required
from accounts.staff.services.trace import NoReason
from games.groups import services
from games.groups.forms import GroupForm, NewGroupForm
from games.groups.refusals import NotUnderstood
from games.groups.selectors import all_groups, groups_of, page_of
from games.models import PlayerGroup
from games.play.refusals import ActionRefused
from games.play.requests import back_to, number_in, person, post_at_table, settle, table_or_404
from games.signals import collect_group_panels

GROUPS_A_PAGE = 30


@require_safe
def groups(request: HttpRequest) -> HttpResponse:
    """List every group, one's own first."""
    own = list(groups_of(request.user)) if isinstance(request.user, User) else []
    page = Paginator(all_groups(), GROUPS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/groups/list.html", {"own": own, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def new_group(request: UserRequest) -> HttpResponse:
    """Make a group."""
    form = NewGroupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(services.make_group(leader=request.user, **form.said()))
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "games/groups/new.html", {"form": form})


@require_safe
def group(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a group."""
    found = _group_or_404(slug)
    answers = collect_group_panels.send(sender=PlayerGroup, group=found)
    panels = [panel for _listener, panel in answers if panel]
    shown = {"page": page_of(found, request.user), "panels": panels, "form": GroupForm(instance=found)}
    return render(request, "games/groups/page.html", shown)


Act = Callable[[UserRequest, PlayerGroup], object]


def in_group(done: str | Promise = "") -> Callable[[Act], Callable[..., HttpResponseBase]]:
    """Make a view of something that somebody does in a group; it leads back to the group, or to all of them."""

    def dress(act: Act) -> Callable[..., HttpResponseBase]:
        @require_POST
        @account_required
        def view(request: UserRequest, slug: str) -> HttpResponse:
            found = _group_or_404(slug)
            settle(request, lambda: act(request, found), done)
            is_there = PlayerGroup.objects.filter(pk=found.pk).exists()
            return redirect(found if is_there else "groups")

        view.__doc__ = act.__doc__
        return view

    return dress


@in_group()
def join(request: UserRequest, group: PlayerGroup) -> None:
    """Become a member, or ask to."""
    services.join_group(group_id=group.pk, user=request.user)


@in_group(gettext_lazy("You have left the group."))
def leave(request: UserRequest, group: PlayerGroup) -> None:
    """Leave."""
    services.leave_group(group_id=group.pk, user=request.user)


@in_group()
def let_in(request: UserRequest, group: PlayerGroup) -> None:
    """Let somebody in who has asked."""
    services.let_in(group_id=group.pk, leader=request.user, user_id=number_in(request.POST.get("person", "")))


@in_group()
def send_away(request: UserRequest, group: PlayerGroup) -> None:
    """Take somebody out, or say no to who has asked."""
    services.send_away(group_id=group.pk, leader=request.user, user_id=number_in(request.POST.get("person", "")))


@in_group(gettext_lazy("Saved."))
def change(request: UserRequest, group: PlayerGroup) -> None:
    """Change what the group says of itself."""
    form = GroupForm(request.POST)
    if not form.is_valid():
        raise NotUnderstood
    services.change_group(group_id=group.pk, leader=request.user, **form.cleaned_data)


@require_POST
@permission_required("games.tend_match", raise_exception=True)
def dissolve(request: UserRequest, slug: str) -> HttpResponse:
    """Take a group down, for staff and with a reason."""
    found = _group_or_404(slug)
    try:
        services.dissolve_group(group_id=found.pk, staff=request.user, why=request.POST.get("why", ""))
    except NoReason:
        messages.error(request, _("Please say why; it is kept in the trace."))
        return redirect(found)
    return redirect("groups")


@post_at_table
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite everybody in a group to one's table."""
    match = table_or_404(request, pk)
    try:
        group_id = number_in(request.POST.get("group", ""))
        count = services.invite_group(group_id=group_id, match_id=pk, host=person(request))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    else:
        said = ngettext("One member is invited.", "%(count)s members are invited.", count)
        messages.success(request, said % {"count": count})
    return back_to(request, match)


def _group_or_404(slug: str) -> PlayerGroup:
    if not slug.isprintable():  # PostgreSQL does not even compare a NUL
        raise Http404
    return get_object_or_404(PlayerGroup, slug=slug)
