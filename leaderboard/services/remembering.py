"""Remembering what each person did in a match that is over: written once, taken away where the match does not count."""

import logging
from collections import defaultdict
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine import State, points
from games.engine.markers import marker_name, marker_value
from games.models import Match, Seat, TableEvent
from leaderboard.models import Appearance, Tally
from leaderboard.selectors.matches import MatchEnd, counted_matches, to_remember, wrongly_remembered
from leaderboard.services.inspecting import ask_inspection
from leaderboard.services.tallies import open_tallies
from leaderboard.services.watching import watch
from leaderboard.times import count_times

logger = logging.getLogger(__name__)

LOOKS_BACK = timedelta(days=1)


def remember_results(*, thorough: bool = False) -> int:
    """Remember what is due and forget what no longer counts; tell how many matches it looked at."""
    since = None if thorough else timezone.now() - LOOKS_BACK
    due = [end.match_id for end in to_remember(since)] + wrongly_remembered()
    for match_id in due:
        try:
            remember(match_id=match_id)
        except Exception:  # one that cannot be told keeps nobody else waiting
            logger.exception("Match %s is not remembered", match_id)
    return len(due)


@transaction.atomic
def remember(*, match_id: int) -> None:
    """Make the records of one match as they should be, however often it is asked."""
    match = Match.objects.get(pk=match_id)
    if match.finished_at is None:
        return
    open_tallies([MatchEnd(match.finished_at, match.pk)])
    tally = Tally.objects.select_for_update().get(match=match)
    counts = counted_matches().filter(pk=match.pk).exists()
    if tally.is_remembered == counts:
        return
    if counts:
        Appearance.objects.bulk_create(_appearances(match))
        if match.rated:
            watch(match)
            ask_inspection(match)
    else:
        Appearance.objects.filter(match=match).delete()
    tally.is_remembered = counts
    tally.save(update_fields=["is_remembered"])


def _appearances(match: Match) -> list[Appearance]:
    seats = list(match.seats.order_by("number"))
    state, answers = _read(match), _answer_times(match)
    return [
        Appearance(
            **_circumstances(match, seats, seat),
            **_achievements(seat.number, state),
            answers=count_times(answers[seat.number]),
        )
        for seat in seats
        if seat.user_id is not None
    ]


def _read(match: Match) -> State | None:
    """Return the final state; a match whose state nobody can read any more still has a result."""
    try:
        return match.read_state() if match.state is not None else None
    except Exception:
        logger.exception("Match %s is remembered without its movies", match.pk)
        return None


def _circumstances(match: Match, seats: list[Seat], seat: Seat) -> dict[str, Any]:
    """Return the match around one person, and how they came out of it."""
    first = (match.state or {}).get("first", 0)
    others = [other.score or 0 for other in seats if other is not seat]
    return {
        "match": match,
        "user_id": seat.rated_user_id,
        "ended_at": match.finished_at,
        "edition_id": match.edition_id,
        "pace": match.pace,
        "seats": len(seats),
        "people": sum(other.user_id is not None for other in seats),
        "seat": seat.number,
        "turn": (seat.number - first) % len(seats) + 1,
        "place": seat.place or len(seats),
        "score": seat.score or 0,
        "lead": (seat.score or 0) - max(others),
        "time_outs": seat.time_outs,
        "has_quit": seat.absence in (Seat.Absence.LEFT, Seat.Absence.SUBSTITUTE),
        "was_away": seat.absence == Seat.Absence.STOOD_IN,
    }


def _achievements(seat: int, state: State | None) -> dict[str, Any]:
    """Return what lay before one person at the end."""
    if state is None:
        return {"money": 0, "awards": 0, "genres": 0, "best_marker": 0, "movies": []}
    made = [movie for movie in state.movies if movie.seat == seat]
    genres = [state.edition.genres[state.edition.screenplays[movie.screenplay].genre] for movie in made]
    return {
        "money": points(state, seat).money,
        "awards": sum(award.seat == seat for award in state.awards),
        "genres": len(set(genres)),
        "best_marker": max((marker_value(movie.marker) for movie in made), default=0),
        "movies": [
            [state.edition.screenplays[movie.screenplay].id, genre, marker_name(movie.marker), movie.total]
            for movie, genre in zip(made, genres, strict=True)
        ],
    }


def _answer_times(match: Match) -> dict[int, list[float]]:
    """By seat, how many seconds its person took for each answer, since the entry before or the end of a pause.

    What was forced came by itself: how long that took says nothing about them.
    """
    times: dict[int, list[float]] = defaultdict(list)
    resumed = dict(match.table_events.filter(kind=TableEvent.Kind.RESUMED).values_list("after_number", "at"))
    asked = match.started_at
    moves = match.moves.order_by("number").values_list("number", "seat", "by_ai", "forced", "played_at")
    for number, seat, by_ai, is_forced, played_at in moves:
        asked = resumed.get(number - 1, asked)
        if asked is not None and not (by_ai or is_forced):
            times[seat].append((played_at - asked).total_seconds())
        asked = played_at
    return times
