"""Public pages of people; following somebody, and keeping somebody away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_POST, require_safe

from accounts.models import Block, Follow, User
from accounts.people.guest_access import UserRequest, account_required
from accounts.people.panels import panels_of
from accounts.people.portraits import draw_portrait
from accounts.people.redirects import next_url
from accounts.people.selectors import anybody_named, person_named
from accounts.people.services.blocks import block_user, unblock_user
from accounts.people.services.follows import FollowRefused, follow, unfollow


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show somebody to everybody."""
    if isinstance(request.user, User) and request.user.is_guest and name == request.user.username:
        return redirect("settings")  # a guest has no page, but the bar leads them here
    person = person_named(name)
    if name != person.username:
        return redirect(person)
    viewer = request.user if isinstance(request.user, User) else None
    return render(
        request,
        "accounts/profile.html",
        {
            "person": person,
            "is_me": viewer == person,
            "is_followed": bool(viewer) and Follow.objects.filter(follower=viewer, followed=person).exists(),
            "is_blocked": bool(viewer) and Block.objects.filter(blocker=viewer, blocked=person).exists(),
            "panels": panels_of(person=person, viewer=viewer),
        },
    )


@require_POST
@account_required
def follow_person(request: UserRequest, name: str) -> HttpResponse:
    """Follow somebody."""
    person = person_named(name)
    try:
        follow(follower=request.user, followed=person)
    except FollowRefused as refusal:
        messages.error(request, str(refusal))
    else:
        said = _("You follow %(name)s. Where they play is shown in the lobby.")
        messages.success(request, said % {"name": person.display_name})
    return redirect(next_url(request, person.get_absolute_url()))


@require_POST
@account_required
def unfollow_person(request: UserRequest, name: str) -> HttpResponse:
    """Follow somebody no longer."""
    person = person_named(name)
    unfollow(follower=request.user, followed=person)
    messages.success(request, _("You no longer follow %(name)s.") % {"name": person.display_name})
    return redirect(next_url(request, person.get_absolute_url()))


@require_POST
@account_required
def block(request: UserRequest, name: str) -> HttpResponse:
    """Keep somebody away."""
    person = anybody_named(name)
    if person != request.user:
        block_user(blocker=request.user, blocked=person)
        messages.success(request, _("You will not meet %(name)s any more.") % {"name": person.display_name})
    return _go_on(request, person)


@require_POST
@account_required
def unblock(request: UserRequest, name: str) -> HttpResponse:
    """Let somebody near again."""
    person = anybody_named(name)
    unblock_user(blocker=request.user, blocked=person)
    messages.success(request, _("You can meet %(name)s again.") % {"name": person.display_name})
    return _go_on(request, person)


def _go_on(request: UserRequest, person: User) -> HttpResponse:
    """Go where the form wants, or to the person's page; to the list for whoever has none."""
    return redirect(next_url(request, person.get_absolute_url() if person.has_page else "settings-blocked"))


def portrait_etag(request: HttpRequest, pk: int) -> str:
    """Change when the name does."""
    return f'"{draw_portrait(name_of(pk)).key}"'


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
@condition(etag_func=portrait_etag)
def avatar(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw somebody's portrait as a picture of its own; nobody's looks like a stranger's, so numbers tell nothing."""
    portrait = draw_portrait(name_of(pk))
    return render(request, "accounts/avatar.svg", {"portrait": portrait}, content_type="image/svg+xml")


def name_of(pk: int) -> str:
    """Find the name to draw."""
    return User.objects.filter(pk=pk).values_list("username", flat=True).first() or "?"
