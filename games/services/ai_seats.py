"""AI seats: they see their own view, think outside any lock, and answer through the same door as everybody."""

import logging
from collections.abc import Callable
from itertools import chain
from random import Random

from django.utils import timezone

from games.ai.brain import Sight, Thought
from games.ai.levels import LEVELS, STAND_IN_LEVEL
from games.ai.purses import count_purses
from games.engine import State, move_of, options, view
from games.models import Match
from games.services.play import TableMoved, play_move

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE = 50


def answer(*, match_id: int, number: int) -> bool:
    """Plays entry `number` of a match if it is an AI's and still free. Asked twice, it is played once."""
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING, number=number - 1).first()
    if match is None or match.turn_seat is None:
        return False
    seat = match.seats.get(number=match.turn_seat)
    if not seat.brain_level:
        return False
    state = match.read_state()
    thought = _think(state, _look(match, state), seat.brain_level, f"{match.pk}/{number}")
    move = move_of(state.edition, state.phase, thought.code)
    try:
        play_move(match_id=match.pk, seat=seat.number, move=move, number=number, by_ai=True)
    except TableMoved:
        return False
    return True


def answer_all_due() -> int:
    """Answers for every AI whose turn is due: what a lost bell would have done."""
    due = Match.objects.filter(status=Match.Status.RUNNING, ai_due_at__lte=timezone.now()).order_by("ai_due_at")
    waiting = list(due.values_list("pk", "number")[:SWEPT_AT_ONCE])
    return sum(_answer_if_it_can_be_read(match_id, number + 1) for match_id, number in waiting)


def _answer_if_it_can_be_read(match_id: int, number: int) -> bool:
    """One match that cannot be played keeps nobody else waiting."""
    try:
        return answer(match_id=match_id, number=number)
    except Exception:
        logger.exception("Match %s cannot be played on", match_id)
        return False


def _look(match: Match, state: State) -> Callable[[], Sight]:
    """What the seat that is asked may know: its view, and the purses as the log tells them."""

    def look() -> Sight:
        events = chain.from_iterable(match.moves.order_by("number").values_list("events", flat=True))
        return Sight(view(state, state.turn), count_purses(state.edition, state.setup.seats, events))

    return look


def _think(state: State, look: Callable[[], Sight], level: str, seed: str) -> Thought:
    """The level's answer, or, where a brain fails, a simpler one's: a match never stops for an AI."""
    try:
        return LEVELS[level].brain(options(state), look, Random(seed))  # noqa: S311 - a brain's dice are no secret
    except Exception:
        logger.exception("The brain %s failed at %s", level, seed)
        return LEVELS[STAND_IN_LEVEL].brain(options(state), look, Random(seed))  # noqa: S311
