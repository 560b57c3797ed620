"""The chart of a match in which moderators took something back shows every quarter, lot and movie once."""

from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from games.analysis.course import course_of
from games.analysis.geometry import DESK
from games.engine import apply, move_of, options
from games.engine.moves import to_entry
from games.history.replay import replay_of_match
from games.models import Match, PlayedMove
from games.play.services.moves import take_back_for_all
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def play_into_quarter(match: Match, quarter: int) -> Match:
    """Play by chance until a quarter has begun."""
    state, dice, moves = match.read_state(), Random(4), []
    while state.quarter < quarter:
        seat, move = state.turn, move_of(state.edition, state.phase, dice.choice(options(state)))
        state, events = apply(state, seat, move)
        told, number = [event.to_json() for event in events], match.number + len(moves) + 1
        moves.append(PlayedMove(match=match, number=number, seat=seat, entry=to_entry(seat, move), events=told))
    PlayedMove.objects.bulk_create(moves)
    match.write_state(state)
    match.number += len(moves)
    match.save()
    return match


@pytest.fixture
def taken_back(people, table) -> Match:
    """A match whose second quarter began twice."""
    match = play_into_quarter(begin(people, table, "grace", "alan"), 2)
    take_back_for_all(match_id=match.pk, count=40)
    match.refresh_from_db()
    return finish(match)


def test_a_quarter_that_began_twice_is_drawn_once(taken_back):
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    replay = replay_of_match(request, taken_back)
    steps = replay.timeline.steps
    assert any(step.quarter == 2 and not step.stands for step in steps)
    even = {"number": 0, "quarter": 1, "location": 0, "win": [1 / 3] * 3}
    course = course_of({"chances": [even], "lots": [], "mistakes": []}, replay, DESK, at=0)
    assert [mark.number for mark in course.rounds] == [1, 2, 3, 4]
    assert [mark.x for mark in course.rounds] == sorted(mark.x for mark in course.rounds)
    assert len(course.movies) == len(replay.timeline.states[-1].movies)
