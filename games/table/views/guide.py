"""The guide at a table: what was read there, and whether it is to speak."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.http import urlencode

from accounts.models import User
from games.guide.services import bring_guide, read_lesson, silence_guide
from games.models import Match
from games.play.requests import match_or_404, person, post_at_table, settle
from games.table.views.table import answer_with_table, is_scripted


@post_at_table
def attend(request: HttpRequest, pk: int) -> HttpResponse:
    """Something was read, or the guide is to be silent, or to speak."""
    match = match_or_404(request, pk)
    settle(request, lambda: _attend(person(request), match, request.POST))
    if is_scripted(request):
        return answer_with_table(request, match)
    # Without script a plan stands in the address: it is still there afterwards.
    plan = urlencode([("plan", entry) for entry in request.POST.getlist("plan")])
    return redirect(f"{match.get_absolute_url()}?{plan}" if plan else match)


def _attend(user: User, match: Match, sent: QueryDict) -> None:
    """Do what the button says."""
    if "read" in sent:
        read_lesson(user=user, match=match, lesson=sent.get("read", ""))
    elif "silence" in sent:
        silence_guide(user=user, match=match)
    elif "speak" in sent:
        bring_guide(user=user, match=match)
