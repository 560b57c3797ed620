"""A journal sees what is not stored as its client was told."""

import pytest

from games.engine import Bid
from games.models import Match, PlayedMove
from games.play.services.moves import play_move
from tests.chaos.journal import Attempt, Journal, Told
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db
BID = [0, "bid", 3]


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada has bid three, by a key."""
    match = begin(people, table, "grace", host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(3), number=1, key="k.1")
    return match


def problems(match: Match, told: Told, key: str = "k", number: int = 1, entry: list[object] = BID) -> list[str]:
    journal = Journal([Attempt(match.pk, 0, number, key, entry)])
    journal.note(journal.attempts[0], told)
    return list(journal.problems())


@pytest.mark.parametrize("told", [Told.STORED, Told.SHOWN, Told.NOTHING])
def test_what_is_stored_as_it_was_told_is_in_order(match: Match, told: Told) -> None:
    assert problems(match, told) == []


def test_an_acknowledged_move_that_is_lost_is_seen(match: Match) -> None:
    PlayedMove.objects.all().delete()
    assert len(problems(match, Told.STORED)) == 2
    assert len(problems(match, Told.SHOWN)) == 1
    assert problems(match, Told.NOTHING) == []


def test_a_refused_move_that_is_stored_is_seen(match: Match) -> None:
    assert problems(match, Told.REFUSED) == [f"entry 1 of match {match.pk} by seat 0 was refused and is stored"]
    assert problems(match, Told.REFUSED, key="another") == []


def test_another_move_than_the_one_that_was_sent_is_seen(match: Match) -> None:
    assert "is [0, 'bid', 3]" in problems(match, Told.SHOWN, entry=[0, "bid", 4])[0]


def test_a_stand_ins_move_acknowledges_nothing(match: Match) -> None:
    PlayedMove.objects.update(by_ai=True, key="")
    assert problems(match, Told.SHOWN, entry=[0, "bid", 4]) == []


def test_what_was_refused_stays_refused(match: Match) -> None:
    journal = Journal([Attempt(match.pk, 0, 2, "x", BID)])
    journal.note(journal.attempts[0], Told.REFUSED)
    journal.note(journal.attempts[0], Told.SHOWN)
    assert journal.count(Told.REFUSED) == 1
