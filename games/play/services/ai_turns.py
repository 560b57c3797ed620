"""Turns that answer themselves, AIs', forced and ordered ones: due work in rows, thought about outside any lock,
and answered through `play_move` like all others."""

import logging
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from config import fail_points
from games.ai.levels import LEVELS
from games.engine import forced, move_of
from games.models import Match, Seat
from games.play.selectors.ai_turns import DueTurn, due_turns, is_due
from games.play.services.attempts import attempt
from games.play.services.brains import Decision, think
from games.play.services.moves import TableMoved, play_forced, play_move
from games.play.services.orders import leave_to_owner, play_ordered
from games.thinking.waiters import Waiters

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE = 50
# How many due turns are looked at to find one that nobody else has just begun with.
LOOKED_AT = 10
# What reading, storing and a late answer of a thinker's may take besides its thinking.
MARGIN_SECONDS = 0.5


def answer(*, match_id: int, number: int, thinks: bool = True) -> bool:
    """Play entry `number` if it is an AI's, forced or ordered, and still free. Asked twice, it is played once."""
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING, number=number - 1).first()
    if match is None or match.turn_seat is None or not match.has_known_rules:
        return False
    try:
        if _answer_forced(match):
            return True
        seat = match.seats.get(number=match.read_state().turn)
        if _answer_ordered(match, seat):
            return True
        if not seat.brain_level:
            leave_to_owner(match_id=match_id, number=number)
        return thinks and _answer_by_thought(match, seat)
    except TableMoved:
        return False


def answer_in_time(*, match_id: int, number: int) -> bool:
    """Answer this very turn where nobody can be more urgent: at a live table, now that it is due, and in a moment.

    False where there is nothing of that kind: then whoever asks looks for what is most urgent.
    """
    match = Match.objects.filter(pk=match_id, number=number - 1, pace=Match.Pace.LIVE).first()
    if match is None or not is_due(match):
        return False
    try:
        if _answer_forced(match):
            return True
        seat = match.seats.get(number=match.read_state().turn)
        return _answer_ordered(match, seat) or _answer_by_thought(match, seat, only_quickly=True)
    except TableMoved:
        return True
    except Exception:
        # One match that cannot be played keeps nobody else waiting.
        logger.exception("Match %s cannot be played on", match_id)
        return True


def _answer_forced(match: Match) -> bool:
    """Give the only answer there is, for a person or an AI; where there are more, somebody has to think."""
    is_forced = bool(forced(match.read_state()))
    if is_forced:
        play_forced(match_id=match.pk, number=match.number + 1)
    return is_forced


def _answer_ordered(match: Match, seat: Seat) -> bool:
    """Give the answer that the seat's owner has ordered, be they there or not."""
    return seat.user_id is not None and play_ordered(match_id=match.pk, number=match.number + 1) is not None


def _answer_by_thought(match: Match, seat: Seat, *, only_quickly: bool = False) -> bool:
    """Let a brain decide, if it is an AI that is asked."""
    state, number = match.read_state(), match.number + 1
    if not seat.brain_level or (only_quickly and not LEVELS[seat.brain_level].is_quick):
        return False
    thought = think(Decision(match, state, number), seat.brain_level)
    move = move_of(state.edition, state.phase, thought.code)
    fail_points.reach(fail_points.THINK_APPLY)
    play_move(match_id=match.pk, seat=seat.number, move=move, number=number, by_ai=True, why=thought.why)
    return True


def run_turn(*, is_quick: bool) -> bool:
    """Answer the most urgent turn that is due and that nobody else has begun with; False where there is none."""
    turn = _take_next(is_quick=is_quick)
    if turn is None:
        return False
    attempt(answer, turn.match_id, number=turn.entries + 1)
    return True


def run_next_turn() -> None:
    """Answer the most urgent quick turn that is due; where there is none, start the slow ones."""
    if not run_turn(is_quick=True):
        start_slow_turns()


def run_due_turns() -> None:
    """Answer for every AI whose turn is due: what lost tasks would have done."""
    start_slow_turns()
    for _ in range(SWEPT_AT_ONCE):
        if not run_turn(is_quick=True):
            break


def start_slow_turns() -> None:
    """Let slow brains think about what is due, as many at once as there are thinkers; nobody here waits for them.

    Where there is nothing to think about, the answer waits for none of them.
    """
    due = due_turns(is_quick=False, at_most=LOOKED_AT)
    for turn in due:
        attempt(answer, turn.match_id, number=turn.entries + 1, thinks=False)
    if due:
        for _ in due_turns(is_quick=False, at_most=settings.THINKERS):
            waiters().wake()


@cache
def waiters() -> Waiters:
    """Return the threads of this process that wait for slow thoughts."""
    return Waiters(settings.THINKERS, _run_slow_turn)


def _run_slow_turn() -> bool:
    try:
        return run_turn(is_quick=False)
    finally:
        close_old_connections()


def _take_next(*, is_quick: bool) -> DueTurn | None:
    """Take a turn by putting off when it is due: no two think about it, and should this one be killed it is due again.

    No lock is held meanwhile; the row's number and due time decide who was first.
    """
    later = timezone.now() + timedelta(seconds=settings.THINKING_SECONDS + MARGIN_SECONDS)
    for turn in due_turns(is_quick=is_quick, at_most=LOOKED_AT):
        mine = Match.objects.filter(pk=turn.match_id, number=turn.entries, ai_due_at=turn.due_at)
        if mine.update(ai_due_at=later):
            return turn
    return None
