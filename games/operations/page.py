"""The operator's page as values: cards, queues, processes, plots, failures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.metrics import PUSH_STEPS, THOUGHT_STEPS
from games.operations.counts import PUSH, THOUGHT, within
from games.operations.durations import in_words, milliseconds
from games.operations.failures import Failures, SlowRequest, failures_since, slow_since
from games.operations.history import DAY, Day, Figures
from games.operations.plots import PlotBar, PlotLine, Value, bars, line, log_line, log_place
from games.operations.processes import ProcessRow, dependency_rows, process_rows
from games.operations.queues import AI_ANSWERS, CLOCKS, MAILS, Backlog, Queue, all_backlogs
from games.operations.sampling import tables_now
from games.operations.verdict import Verdict, judge

CARD_HEIGHT, ROW_HEIGHT, PLOT_HEIGHT = 46, 26, 140
PUSH_LIMIT, THOUGHT_LIMIT = 0.25, 3.0
AGES: Final = (600.0, 60.0, 10.0, 1.0)


@dataclass(frozen=True, slots=True)
class FigureCard:
    """One figure with its day: what it is called, what it is now, and a sentence about it."""

    title: str
    figure: str
    unit: str
    plot: PlotLine
    words: str
    tone: str = "good"


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A queue as it stands, and how old its oldest was over the day."""

    backlog: Backlog
    next: str
    oldest: str
    plot: PlotLine


@dataclass(frozen=True, slots=True)
class AgeLine:
    """One queue among others in one plot."""

    name: str
    words: str
    plot: PlotLine


@dataclass(frozen=True, slots=True)
class EngineRoom:
    """All that the page shows."""

    now: datetime
    sampled_at: datetime | None
    verdict: Verdict
    cards: list[FigureCard]
    queues: list[QueueRow]
    processes: list[ProcessRow]
    ages: list[AgeLine]
    age_marks: list[tuple[str, float]]
    hours: list[tuple[datetime, int]]
    pushes: list[PlotBar]
    push_count: int
    failures: Failures
    slow: list[SlowRequest]


def look_around() -> EngineRoom:
    """Read everything once."""
    day, backlogs = Day(), all_backlogs()
    failures = failures_since(day.now - DAY)
    processes = [*process_rows(day.now), *dependency_rows()]
    pushes = day.last_hour(PUSH, PUSH_STEPS)
    return EngineRoom(
        now=day.now,
        sampled_at=day.latest_at,
        verdict=judge(backlogs, processes, day.latest_at, day.now),
        cards=[_late(day, backlogs), _push(day, pushes), _thought(day), _failed(day, failures), _tables(day)],
        queues=[_queue_row(day, backlog) for backlog in backlogs],
        processes=processes,
        ages=[_age_line(day, queue) for queue in (MAILS, CLOCKS, AI_ANSWERS)],
        age_marks=[(in_words(age), log_place(age, PLOT_HEIGHT)) for age in AGES],
        hours=[(day.now - DAY * (4 - quarter) / 4, round(280 * quarter / 4)) for quarter in range(4)],
        pushes=bars(pushes, [*(f"{step * 1000:.0f}" for step in PUSH_STEPS), "…"], 110, late_from=len(PUSH_STEPS)),
        push_count=sum(pushes),
        failures=failures,
        slow=slow_since(day.now - DAY),
    )


def _late(day: Day, backlogs: Sequence[Backlog]) -> FigureCard:
    late = sum(backlog.late for backlog in backlogs)
    due = sum(backlog.within_hour for backlog in backlogs)
    worst = max((backlog for backlog in backlogs if backlog.is_late), key=lambda one: one.oldest or 0.0, default=None)
    words = _("nothing waits longer than it may")
    if worst is not None:
        words = _("the oldest waits %(time)s") % {"time": in_words(worst.oldest or 0.0)}
    plot = line(day.highest(lambda figures: float(sum(figures["late"].values()))), CARD_HEIGHT)
    unit = _("of %(count)s due within an hour") % {"count": due}
    return FigureCard(_("Late now"), str(late), unit, plot, words, "bad" if late else "good")


def _push(day: Day, shares: Sequence[int]) -> FigureCard:
    slowest, half = within(shares, PUSH_STEPS, 0.95), within(shares, PUSH_STEPS, 0.5)
    plot = line(day.within(PUSH, PUSH_STEPS, 0.95), CARD_HEIGHT, limit=PUSH_LIMIT)
    limit = _("the limit is %(time)s") % {"time": milliseconds(PUSH_LIMIT)}
    words = limit if half is None else _("half within %(time)s") % {"time": milliseconds(half)} + f"; {limit}"
    return _timed(_("Pushes, 95 in 100"), slowest, milliseconds, plot, words, PUSH_LIMIT)


def _thought(day: Day) -> FigureCard:
    slowest = within(day.last_hour(THOUGHT, THOUGHT_STEPS), THOUGHT_STEPS, 0.95)
    plot = line(day.within(THOUGHT, THOUGHT_STEPS, 0.95), CARD_HEIGHT, limit=THOUGHT_LIMIT)
    words = _("the limit is %(time)s") % {"time": in_words(THOUGHT_LIMIT)}
    say = milliseconds if slowest is not None and slowest < 0.1 else in_words  # nobody thinks for 0 s
    return _timed(_("AI thoughts, 95 in 100"), slowest, say, plot, words, THOUGHT_LIMIT)


def _timed(
    title: str, seconds: Value, say: Callable[[float], str], plot: PlotLine, words: str, limit: float
) -> FigureCard:
    """Make a card of a duration; its number stands before its unit."""
    if seconds is None:
        return FigureCard(title, "–", _("none in the last hour"), plot, words)
    figure, unit = say(seconds).split(None, 1)
    tone = "bad" if seconds >= limit else "good"
    return FigureCard(title, figure, unit, plot, words, tone)


def _failed(day: Day, failures: Failures) -> FigureCard:
    plot = line(_add(day.total("failures"), day.total("errors")), CARD_HEIGHT)
    healed = failures.total - failures.waiting
    words = _("%(healed)s healed by themselves, %(waiting)s to look at") % {
        "healed": healed,
        "waiting": failures.waiting,
    }
    return FigureCard(_("Failures, 24 h"), str(failures.total), "", plot, words, "brass")


def _add(first: Sequence[Value], second: Sequence[Value]) -> list[Value]:
    return [None if one is None or two is None else one + two for one, two in zip(first, second, strict=True)]


def _tables(day: Day) -> FigureCard:
    now = tables_now()
    plot = line(day.highest(lambda figures: float(figures["people"])), CARD_HEIGHT)
    words = ngettext("%(tables)s match in play", "%(tables)s matches in play", now["tables"]) % now
    live = _("%(live)s live") % now
    pages = ngettext("%(pages)s open page", "%(pages)s open pages", now["pages"]) % now
    unit = ngettext("person", "people", now["people"])
    return FigureCard(_("At the tables"), str(now["people"]), unit, plot, f"{words}, {live}; {pages}", "brass")


def _queue_row(day: Day, backlog: Backlog) -> QueueRow:
    soon = ""
    if backlog.next_at is not None:
        left = (backlog.next_at - day.now).total_seconds()
        soon = _("now") if left <= 0 else _("in %(time)s") % {"time": in_words(left)}
    plot = line(day.highest(partial(_oldest, backlog.queue)), ROW_HEIGHT)
    return QueueRow(backlog, soon, in_words(backlog.oldest or 0.0), plot)


def _oldest(queue: Queue, figures: Figures) -> float:
    return float(figures["oldest"].get(queue.name, 0.0))


def _age_line(day: Day, queue: Queue) -> AgeLine:
    return AgeLine(queue.name, str(queue.words), log_line(day.highest(partial(_oldest, queue)), PLOT_HEIGHT))
