"""The page on which a match's players thank each other."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.people.guest_access import UserRequest, login_required
from games.models import Match
from games.play.requests import number_in, table_or_404
from games.thanks.selectors import companions_of, thanked_by
from games.thanks.services import thank


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def thanks(request: UserRequest, pk: int) -> HttpResponse:
    """Show whom one may thank, and take the thanks."""
    match = table_or_404(request, pk)
    if request.method == "POST":
        return _take(request, match)
    companions = companions_of(match, request.user)
    if not companions:
        raise Http404
    shown = {"match": match, "companions": companions, "thanked": thanked_by(match, request.user)}
    return render(request, "games/thanks/page.html", shown)


def _take(request: UserRequest, match: Match) -> HttpResponse:
    chosen = {number_in(text) for text in request.POST.getlist("person")}
    count = thank(match=match, giver=request.user, receivers=chosen)
    if count:
        said = ngettext("You have thanked one player.", "You have thanked %(count)s players.", count)
        messages.success(request, said % {"count": count})
    return redirect(match)
