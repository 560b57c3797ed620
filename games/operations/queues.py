"""The queues of due work: how much is due within the hour, when the next is, how old the oldest is, and what is late.

What is due is a row with a moment. It is late once it has waited longer than its queue may have it wait.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Letter
from games.engine.state import KNOWN_RULES
from games.models import Match, MatchAnalysis, Seat, Tournament, TournamentRound
from games.models.due_work import DueWork
from games.play.services.notices import grace
from games.signals import collect_queues

HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Queue:
    """A kind of due work: its rows with the moment each is due at (`at`), and how long one may wait.

    Some of it fails for good: those rows have the moment of that as theirs.
    """

    name: str
    words: str | Promise
    is_waited_for: bool  # whether players sit there and wait
    rows: Callable[[], QuerySet[Any]]
    patience: Callable[[], timedelta]
    failed: Callable[[], QuerySet[Any]] | None = None


@dataclass(frozen=True, slots=True)
class Backlog:
    """How a queue stands."""

    queue: Queue
    within_hour: int
    next_at: datetime | None
    oldest: float | None  # seconds since the oldest fell due; None where nothing is due yet
    late: int

    @property
    def is_late(self) -> bool:
        return self.late > 0


def _running() -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.RUNNING, paused_at=None, set_aside_at=None, rules__in=KNOWN_RULES)


def _asked_brain() -> Exists:
    """Tell whether a brain sits where the match asks: an AI, or one that stands in for a person."""
    asked = Seat.objects.filter(match=OuterRef("pk"), number=OuterRef("turn_seat"))
    return Exists(asked.exclude(ai_level="", stood_in_since=None, conceded_at=None))


def _letters() -> QuerySet[Letter]:
    """Return letters that are to go out; what the mail server did not take has waited since its first attempt.

    What one address or webhook did not take is due when it is tried again: nobody's mail waits for that.
    """
    return Letter.objects.filter(sent_at=None, dropped_at=None).annotate(at=Coalesce("held_since", "due_at"))


def _answers(*, by_brain: bool) -> QuerySet[Match]:
    asked = _asked_brain()
    return _running().exclude(ai_due_at=None).filter(asked if by_brain else ~asked).annotate(at=F("ai_due_at"))


def _deadlines() -> QuerySet[Match]:
    clocks = _running().filter(ai_due_at=None).exclude(deadline_at=None)
    # At a slow table the grace follows the deadline, and nobody is late before it is over.
    graced = Case(When(pace=Match.Pace.SLOW, then=F("deadline_at") + grace()), default=F("deadline_at"))
    return clocks.annotate(at=graced)


def _offers() -> QuerySet[Seat]:
    return Seat.objects.filter(
        match__status=Match.Status.RUNNING, match__paused_at=None, offer_at__isnull=False, is_offered=False
    ).annotate(at=F("offer_at"))


def _tournaments() -> QuerySet[Tournament]:
    """Return tournaments that are to start, and those of which a round is to begin."""
    planned = TournamentRound.objects.filter(tournament=OuterRef("pk"), status=TournamentRound.Status.PLANNED)
    going = Tournament.objects.filter(status__in=(Tournament.Status.OPEN, Tournament.Status.RUNNING))
    starts = Case(When(status=Tournament.Status.OPEN, then=F("starts_at")))
    round_at = Subquery(planned.order_by("starts_at").values("starts_at")[:1])
    return going.annotate(at=Coalesce(starts, round_at)).exclude(at=None)


def background_queue(name: str, words: str | Promise, rows: Callable[[], QuerySet[Any]]) -> Queue:
    """Return the queue of what processes in the background do one after the other, since it was asked for."""
    return Queue(
        name,
        words,
        is_waited_for=False,
        rows=lambda: rows().filter(status=DueWork.Status.DUE).annotate(at=F("asked_at")),
        patience=lambda: timedelta(minutes=10),
        failed=lambda: rows().filter(status=DueWork.Status.FAILED).annotate(at=F("claimed_until")),
    )


def _sweeps(count: int) -> timedelta:
    return timedelta(seconds=count * settings.SWEEP_SECONDS)


MAILS: Final = Queue("mails", _("Mails"), False, _letters, lambda: timedelta(minutes=2))
AI_ANSWERS: Final = Queue(
    "ai", _("AI answers"), True, lambda: _answers(by_brain=True), lambda: timedelta(seconds=10) + _sweeps(1)
)
ORDERS: Final = Queue(
    "orders",
    _("Orders and forced answers"),
    True,
    lambda: _answers(by_brain=False),
    lambda: timedelta(seconds=10) + _sweeps(1),
)
CLOCKS: Final = Queue("clocks", _("Clocks of players"), True, _deadlines, lambda: timedelta(seconds=5) + _sweeps(3))
OFFERS: Final = Queue("offers", _("Seats to be offered"), False, _offers, lambda: timedelta(minutes=1) + _sweeps(3))
TOURNAMENTS: Final = Queue(
    "tournaments", _("Tournaments"), True, _tournaments, lambda: timedelta(minutes=1) + _sweeps(3)
)
ANALYSES: Final = background_queue("analyses", _("Analyses"), MatchAnalysis.objects.all)
QUEUES: Final = (MAILS, AI_ANSWERS, CLOCKS, ORDERS, OFFERS, TOURNAMENTS, ANALYSES)


def all_queues() -> list[Queue]:
    """Return every queue, those of other apps last."""
    answers: list[Any] = collect_queues.send(sender=None)
    return [*QUEUES, *(queue for _listener, queue in answers)]


def backlog_of(queue: Queue) -> Backlog:
    """Look how a queue stands now."""
    now = timezone.now()
    found = queue.rows().aggregate(
        within_hour=Count("pk", filter=Q(at__lte=now + HOUR)),
        next_at=Min("at"),
        late=Count("pk", filter=Q(at__lt=now - queue.patience())),
    )
    first = found["next_at"]
    oldest = (now - first).total_seconds() if first is not None and first <= now else None
    return Backlog(queue, found["within_hour"], first, oldest, found["late"])


def all_backlogs() -> list[Backlog]:
    """Look at every queue."""
    return [backlog_of(queue) for queue in all_queues()]
