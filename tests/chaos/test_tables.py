"""Tables that are opened near their end are as if they had been played there move by move."""

from random import Random

import pytest

from games.engine import legal_moves
from games.models import Match
from games.play.services.moves import play_move
from games.play.verification import verify_match
from leaderboard.models import RatingChange
from leaderboard.services.counting import count_results
from tests.chaos.tables import LEFT_AT_MOST, open_for_clients, open_for_machines

pytestmark = pytest.mark.django_db
NUMBERS = range(2, 6)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_table_near_its_end_is_in_order(number: int) -> None:
    match = Match.objects.get(pk=open_for_machines(number, Random(number), is_near_its_end=True))
    assert match.number > LEFT_AT_MOST
    assert match.ai_due_at is not None
    assert list(verify_match(match)) == []


@pytest.mark.parametrize("number", NUMBERS)
def test_a_match_of_clients_is_rated_once_it_is_over(number: int) -> None:
    seated = open_for_clients(number, Random(number), is_near_its_end=True)[0]
    match = Match.objects.get(pk=seated.match)
    while match.status == Match.Status.RUNNING:
        seat = match.seats.get(number=match.turn_seat)
        move = next(iter(legal_moves(match.read_state())))
        play_move(match_id=match.pk, seat=seat.number, move=move, number=match.number + 1, by_ai=seat.user is None)
        match.refresh_from_db()
    assert list(verify_match(match)) == []
    count_results()
    assert RatingChange.objects.filter(match=match).values("user").distinct().count() == 2
