"""The chart of a match in which moderators took something back shows every quarter, lot and movie once."""

from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from games.analysis.course import course_of
from games.analysis.geometry import DESK
from games.engine import apply, move_of, options
from games.engine.moves import to_entry
from games.history.replay import MatchReplay, replay_of_match
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


def replay_of(match: Match) -> MatchReplay:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return replay_of_match(request, match)


def test_names_stand_where_chances_are_known(people, table):
    """While it grows, and in a record that stops: not over the grey that follows."""
    replay = replay_of(finish(begin(people, table, "grace")))
    known = replay.timeline.last // 2
    chances = [
        {"number": number, "quarter": 1, "location": 0, "win": [share, 1 - share]}
        for number, share in ((0, 0.5), (known // 2, 0.6), (known, 0.99))
    ]
    course = course_of({"chances": chances, "lots": [], "mistakes": []}, replay, DESK, at=0)
    labels = [band.label for band in course.bands]
    assert any(labels)
    assert all(label[0] <= course.reached - 60 for label in labels if label)


def test_a_quarter_that_began_twice_is_drawn_once(taken_back):
    replay = replay_of(taken_back)
    steps = replay.timeline.steps
    assert any(step.quarter == 2 and not step.stands for step in steps)
    even = {"number": 0, "quarter": 1, "location": 0, "win": [1 / 3] * 3}
    course = course_of({"chances": [even], "lots": [], "mistakes": []}, replay, DESK, at=0)
    assert [mark.number for mark in course.rounds] == [1, 2, 3, 4]
    assert [mark.x for mark in course.rounds] == sorted(mark.x for mark in course.rounds)
    assert len(course.movies) == len(replay.timeline.states[-1].movies)
