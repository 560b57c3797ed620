"""One day from morning to night: people come, AIs think, letters go out, the site is down for hours; all is watched."""

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine
from django.utils import timezone

from accounts.mail import services as post
from config import task_queue
from games import broadcast
from games.ai.brain import Look, Thought
from games.ai.levels import LEVELS, Level
from games.models import Match
from games.play.services import ai_turns, clocks
from games.tasks import answer_for_ai, sweep
from leaderboard.services.inspecting import inspect_next
from leaderboard.tasks import count_result
from tests.day.bus import Agenda, Courier
from tests.day.page import without_a_loop
from tests.day.site import Journal, Person, open_tables
from tests.day.watch import Watch

BEGINS = datetime(2026, 3, 2, 6, tzinfo=UTC)
HOURS = 14.0
SWEEP = timedelta(minutes=15)
# How often a worker dies while it thinks, another one looks in between, and the mail server is away.
DEATH, ANOTHER_LOOKS, NO_POST = 0.05, 0.3, 0.1


class WorkerKilled(BaseException):
    """The process is gone: nothing in it can do anything about that."""


class Day:
    """Everything that happens on a day, from dice of one seed."""

    def __init__(self, seed: str, *, hours: float = HOURS, until: str = "") -> None:
        self.seed, self.dice, self.length = seed, Random(seed), timedelta(hours=hours)
        self.agenda, self.journal, self.watch = Agenda(), Journal(), Watch()
        self.courier = Courier(self.agenda, self.dice, self.watch.hear, self.run_task, self.watch.complain)
        self.downtimes = [self._draw_downtime(0.1, 0.4), self._draw_downtime(0.6, 0.8)]
        self.is_nested = False
        self.until = until  # the day ends once this is said, whatever else may be wrong

    def _draw_downtime(self, earliest: float, latest: float) -> tuple[datetime, datetime]:
        """Draw a time in which nobody serves the site, beginning within these shares of the day."""
        begins = BEGINS + self.length * self.dice.uniform(earliest, latest)
        return begins, begins + timedelta(hours=self.dice.uniform(1, 2.5))

    def run(self) -> list[str]:
        """Live the day; the answer is a sentence for everything that was wrong."""
        with time_machine.travel(BEGINS, tick=False) as clock, self._on_stage():
            self.watch.begin(open_tables(self.dice, self.seed), self.downtimes)
            self._invite()
            while self.agenda.acts and not self.watch.all_over() and not self._is_said():
                at, act = self.agenda.next()
                at = self._when_up(at)
                if at > BEGINS + self.length:
                    break
                clock.move_to(max(at, timezone.now()), tick=False)
                self.watch.look_at_pages()  # the web's look of any moment since the last act
                self.do(act)
                self.watch.look()
            self._end(clock)
            return [*self.watch.problems, *self.watch.find_problems(self.journal)]

    def _is_said(self) -> bool:
        problems = (*self.watch.problems, *self.journal.problems)
        return bool(self.until) and any(re.search(self.until, problem) for problem in problems)

    def _when_up(self, at: datetime) -> datetime:
        """While the site is down nothing happens; what was to, happens after it."""
        return next((ends for begins, ends in self.downtimes if begins <= at < ends), at)

    def _invite(self) -> None:
        """Have everybody come for the first time, and the sweep with them."""
        for match in self.watch.matches:
            for seat in match.seats.exclude(user=None):
                orders = match.pace == Match.Pace.SLOW and seat.number == 0
                person = Person(match.pk, seat.number, seat.user_id, self.dice, self.journal, orders)
                self._come_again(person, timedelta(minutes=self.dice.random()))
        self._sweep_again()

    def _come_again(self, person: Person, pause: timedelta) -> None:
        self.agenda.add(timezone.now() + pause, lambda: self._come_again(person, person.come()))

    def _sweep_again(self) -> None:
        sweep()
        if self.until:
            self.watch.problems += self.watch.find_broken(self.journal)
        self.agenda.add(timezone.now() + SWEEP, self._sweep_again)

    def _end(self, clock: Any) -> None:
        """Let a few quiet sweeps do what is due."""
        for _ in range(6):
            clock.shift(SWEEP)
            self.do(sweep)
            self.do(post.deliver_due)
            self.watch.look()
        clock.shift(SWEEP)
        self.watch.look_at_pages()

    def do(self, act: Any) -> None:
        """Do something in a process that may be killed; what it raises otherwise nobody expected."""
        try:
            act()
        except WorkerKilled:
            return
        except Exception as unexpected:
            self.watch.complain(f"{type(unexpected).__name__}: {unexpected}")

    def run_task(self, task: str, details: tuple[Any, ...]) -> None:
        """Run a task that has come."""
        tasks = {
            "games.tasks.answer_for_ai": answer_for_ai,
            "accounts.tasks.deliver_letters": post.deliver_due,
            "leaderboard.tasks.count_result": count_result,
            "leaderboard.tasks.inspect_matches": inspect_next,  # by the task itself: a day starts no processes
        }
        tasks[task](*details)

    @contextmanager
    def _on_stage(self) -> Iterator[None]:
        """Put bus, queue, brains and post of this day in the places of the real ones."""
        due_turns, think = ai_turns.due_turns, ai_turns.think

        def due_turns_then_another(**said: Any) -> Any:
            found = due_turns(**said)
            if not self.is_nested and self.dice.random() < ANOTHER_LOOKS:
                self.is_nested = True
                self.do(ai_turns.run_next_turn)
                self.is_nested = False
            return found

        def think_or_die(decision: Any, level: str) -> Thought:
            self.watch.note_thought(decision.match, decision.number)
            if self.dice.random() < DEATH:
                raise WorkerKilled
            return think(decision, level)

        with ExitStack() as stage:
            for owner, name, stand_in in (
                (broadcast, "tell_each", self.courier.send),
                (broadcast, "enqueue", self.courier.enqueue),
                (ai_turns, "due_turns", due_turns_then_another),
                (ai_turns, "think", think_or_die),
                (clocks, "_chance", self.dice),
                (post, "_mail", self._mail),
            ):
                stage.enter_context(patch.object(owner, name, stand_in))
            # Figures for an operator's page, which no day looks at: they were a tenth of its cost.
            stage.enter_context(patch("games.listeners.take_sample"))
            for module in ("accounts.listeners", "leaderboard.listeners"):
                stage.enter_context(patch(f"{module}.enqueue", self.courier.enqueue))
            stage.enter_context(patch.dict(LEVELS, {"witness": Level("witness", self.witness)}))
            stage.enter_context(patch.object(task_queue, "_send", lambda *sent: None))
            stage.enter_context(without_a_loop())
            stage.enter_context(listening(self.watch))
            yield

    def witness(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Play by chance, and tell if it sees what it may not."""
        self.watch.check_sight(look().view)
        return Thought(options[int(len(options) * dice.random() ** 2)])

    def _mail(self, message: Any) -> None:
        if self.dice.random() < NO_POST:
            raise ConnectionRefusedError("no mail server")
        self.watch.mails[message.extra_headers["Message-ID"], *message.to] += 1


class Listener(logging.Handler):
    """Hears what is logged as an error: tasks write it down instead of raising it."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.ERROR)
        self.watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else ""
        self.watch.complain(f"logged: {record.getMessage()}: {cause!r}")


@contextmanager
def listening(watch: Watch) -> Iterator[None]:
    handler, root = Listener(watch), logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
