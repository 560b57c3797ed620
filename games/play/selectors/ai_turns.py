"""The queue of AI turns: which are due, the most urgent first."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Case, DateTimeField, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from games.ai.levels import LEVELS
from games.engine.state import KNOWN_RULES
from games.models import Match, Presence, Seat

SLOW_LEVELS: Final = tuple(name for name, level in LEVELS.items() if not level.is_quick)
# A table that nobody looks at is as urgent as a live one that fell due so much later: behind, but never for ever.
PATIENCE: Final = timedelta(seconds=30)
# A task may come a moment before its time; it is run all the same, or the turn would wait for the sweep.
EARLY: Final = timedelta(milliseconds=100)


class DueTurn(NamedTuple):
    """A turn that an AI is to answer: the match, how many entries it has, and since when it is due."""

    match_id: int
    entries: int
    due_at: datetime


def due_turns(*, is_quick: bool, at_most: int) -> list[DueTurn]:
    """Return turns of quick brains, or of those that take their time.

    A match has one turn at a time and goes behind all that wait whenever it was answered: its next turn falls due later
    than theirs. So many AIs at one table keep no other table waiting.
    """
    waiting = _due().filter(Exists(_asked_slow()) if not is_quick else ~Exists(_asked_slow()))
    somebody_looks = Exists(Presence.objects.filter(match=OuterRef("pk")))
    urgency = Case(
        When(Q(pace=Match.Pace.LIVE) | somebody_looks, then=F("ai_due_at")),
        default=F("ai_due_at") + PATIENCE,
        output_field=DateTimeField(),
    )
    rows = waiting.order_by(urgency, "pk").values_list("pk", "number", "ai_due_at")[:at_most]
    return [DueTurn(match_id, entries, due_at) for match_id, entries, due_at in rows if due_at is not None]


def is_due(match: Match) -> bool:
    """Tell whether a match that was just read has a turn that is due."""
    is_playable = match.status == Match.Status.RUNNING and not match.is_closed and match.paused_at is None
    return is_playable and match.ai_due_at is not None and match.ai_due_at <= timezone.now() + EARLY


def _due() -> QuerySet[Match]:
    playable = Match.objects.filter(
        status=Match.Status.RUNNING, paused_at=None, set_aside_at=None, rules__in=KNOWN_RULES
    )
    return playable.filter(ai_due_at__lte=timezone.now() + EARLY)


def _asked_slow() -> QuerySet[Seat]:
    """Return the seat that is asked, if its brain takes its time; those who stand in for people are quick."""
    return Seat.objects.filter(match=OuterRef("pk"), number=OuterRef("turn_seat"), ai_level__in=SLOW_LEVELS)
