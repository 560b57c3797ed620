"""A decision is told of whoever made it: seats change hands, and AIs stand in."""

import pytest
from django.test import RequestFactory
from django.utils import timezone, translation

from games.analysis.decisions import decision_of
from games.history.replay import cursor_of, replay_of_match
from games.models import Match, TableEvent
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(people, table) -> Match:
    return finish(begin(people, table, "grace"))


def replay_for(user, match):
    request = RequestFactory().get("/")
    request.user = user
    return replay_of_match(request, Match.objects.get(pk=match.pk))


def a_pass_of(match: Match, seat: int) -> int:
    return match.moves.filter(seat=seat, entry__1="pass").order_by("number").values_list("number", flat=True)[3]


def told(replay, number: int):
    entry = replay.timeline.entries[number - 1]
    answers = [
        {"entry": [entry[0], "bid", 9], "win": [0.5, 0.5], "is_played": False, "line": []},
        {"entry": entry, "win": [0.4, 0.4], "is_played": True, "line": []},
    ]
    about = {"number": number, "seat": entry[0], "kind": "passed", "price": 3, "worth": 9, "location": 1, "cost": 0.1}
    return decision_of({**about, "answers": answers}, replay, lambda **said: "")


def test_who_decided_for_themselves_is_told_so(people, over):
    number = a_pass_of(over, 0)
    mine, theirs = (told(replay_for(people(name), over), number) for name in ("ada", "grace"))
    assert mine.is_mine
    assert mine.title.startswith("You passed")
    assert not theirs.is_mine
    assert theirs.title.startswith("ada passed")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The AI for ada passed"), ("fr", "L’IA qui remplaçait ada a passé"), ("de", "Die KI für ada hat")],
)
def test_what_an_ai_answered_for_somebody_is_told_of_the_ai(people, over, language, words):
    number = a_pass_of(over, 0)
    over.moves.filter(number=number).update(by_ai=True)
    with translation.override(language):
        one = told(replay_for(people("ada"), over), number)
    assert not one.is_mine
    assert one.title.startswith(words)


def test_what_was_ordered_is_ones_own(people, over):
    number = a_pass_of(over, 0)
    over.moves.filter(number=number).update(by_ai=True, by_order=True)
    assert told(replay_for(people("ada"), over), number).is_mine


def test_a_substitute_is_not_blamed_for_what_was_before_them(people, over):
    seat, number = over.seats.get(number=1), a_pass_of(over, 1)
    grace, seat.user, seat.taken_over_at = seat.user, people("fritz"), timezone.now()
    seat.save(update_fields=["user", "taken_over_at"])
    kind = TableEvent.Kind.SUBSTITUTED
    TableEvent.objects.create(match=over, kind=kind, seat=1, user=grace, after_number=number)
    replay = replay_for(people("fritz"), over)
    before, later = told(replay, number), told(replay, next(n for n in _passes(over) if n > number))
    assert (before.is_mine, before.person.name) == (False, "grace")
    assert before.title.startswith("grace passed")
    assert later.is_mine
    lines = [line for entry in cursor_of(replay, number).told for line in entry.lines]
    assert "fritz" not in str([line.values for line in lines])


def _passes(match: Match) -> list[int]:
    return list(match.moves.filter(seat=1, entry__1="pass").order_by("number").values_list("number", flat=True))
