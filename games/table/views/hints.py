"""Hints, for whoever is asked at a table that allows them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.play.refusals import ActionRefused
from games.play.requests import match_or_404, post_at_table
from games.play.selectors.visibility import seat_number_of
from games.play.services.hints import take_hint
from games.play.services.moves import NotAllowed, TableMoved
from games.table.forms import read_grade, read_number
from games.table.views.table import answer_with_table


@post_at_table
def hint(request: HttpRequest, pk: int) -> HttpResponse:
    """Tells a little more of what a director thinks of one's decision."""
    match = match_or_404(request, pk)
    seat, number = seat_number_of(match, request.user), read_number(request.POST)
    try:
        if seat is None:
            raise NotAllowed
        take_hint(match_id=pk, seat=seat, number=number, grade=read_grade(request.POST))
    except TableMoved:
        messages.error(request, _("The table has moved on. Here it is as it stands."))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    except NotAllowed:
        messages.error(request, _("There are no hints for you now."))
    return answer_with_table(request, match)
