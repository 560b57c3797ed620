"""The day itself: matches are opened, clients play, one thing after another breaks and is healed."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tests.chaos.client import Page
from tests.chaos.cluster import Cluster, Death
from tests.chaos.faults import Fault, NeverReached, NotBroken
from tests.chaos.host import Host
from tests.chaos.journal import Journal
from tests.chaos.signs import Signs
from tests.chaos.stored import Over, begin_quiet, count_over, read_due, read_unmoved, read_versions, uncounted
from tests.chaos.tables import ask_database
from tests.chaos.visitor import Visitor, Witness

SHOWN_WITHIN = 20.0  # I8
ENDED_WITHIN = 45.0  # so long is waited after the last fault for matches to end
# Pauses of the day itself, which wait for nothing: calm before the next thing breaks, a supervisor between two looks at
# its processes, and between two looks for signs of life or for an end.
CALM = (0.5, 3.0)
SUPERVISED_EVERY = 0.5
SIGNS_EVERY = 0.1
LOOK_EVERY = 0.2
LEAST_PAGES = 4  # for each fault
SAID = Callable[[str], None]


class Recovery(NamedTuple):
    """What was broken, and how long after it was healed play went on, by each sign of life."""

    fault: Fault
    seconds: float | None
    signs: dict[str, float]

    @property
    def is_in_time(self) -> bool:
        return self.seconds is not None and self.seconds <= self.fault.within


@dataclass
class Day:
    """Everything that happens against one cluster, from dice of one seed."""

    cluster: Cluster
    dice: Random
    matches: int
    patience: float
    say: SAID
    journal: Journal = field(default_factory=Journal)
    recoveries: list[Recovery] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    may_die: tuple[str, ...] = ()  # by the fault that is being looked at ...
    deaths_left: int = 0  # ... so often
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.witness = Witness(self.patience)
        self.visitor = Visitor(self.cluster.ports, self.witness)
        # Dice of their own: how many tables there are depends on the machine, which things break does not.
        table_dice = Random(self.dice.random())
        self.host = Host(self.matches, self.cluster.ports, table_dice, self.journal, self.visitor)

    async def run(self, faults: list[Fault]) -> list[str]:
        """Break one thing after the other, let play end, and say which pages never showed the end."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(48, "chaos"))
        host = self.host
        works = host.open_tables(), host.keep_watching(), host.close_pages(), self.visitor.look_around()
        for work in (*works, self._supervise()):
            self.tasks.append(asyncio.create_task(work, name=work.__qualname__))
        await self._until(lambda: self.journal.acknowledged_at > 0, 60)
        for number, fault in enumerate(faults, start=1):
            self.host.done = number / len(faults)
            await asyncio.sleep(self.dice.uniform(*CALM))
            await self._break(number, fault)
        await self._until(lambda: self.host.opened >= self.matches, 60)
        await self._until(lambda: (ask_database(count_over) or Over(0, 0)).are_enough_of(self.matches), ENDED_WITHIN)
        late = [*await self._wait_for_due_turns(), *await self._quieten(), *await self._wait_for_results()]
        await self._stop_tasks()
        asked = self._check_visitor(len(faults))
        return [*self.problems, *late, *find_dead([*self.tasks, *host.tasks]), *asked]

    def _check_visitor(self, faults: int) -> list[str]:
        """Whoever hardly asked saw hardly anything."""
        too_few = self.visitor.asked < LEAST_PAGES * faults
        return [f"proves little: only {self.visitor.asked} pages were asked for"] if too_few else []

    async def _stop_tasks(self) -> None:
        """Cancel them until they are done: what `wait_for` gets in the very moment of its answer is lost."""
        pending = {*self.tasks, *self.host.tasks}
        while pending:
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=1)

    async def _break(self, number: int, fault: Fault) -> None:
        self.witness.struck = self.witness.struck or bool(fault.touches)
        self.may_die, self.deaths_left = fault.kills, fault.deaths
        try:
            async with fault.strike(self.cluster, self.dice):
                healed_at = time.time()
        except NeverReached:
            self.problems.append(f"nobody came by: {fault.name}")
            self.say(f"{number:4} {fault.name}: nobody came by")
        except NotBroken as whole:
            self.problems.append(f"{fault.name} broke nothing: {whole}")
        else:
            self._tell(number, await self._recover(fault, healed_at))
        self.may_die = ()
        self.witness.heal()

    def _tell(self, number: int, recovery: Recovery) -> None:
        fault = recovery.fault
        self.recoveries.append(recovery)
        signs = ", ".join(f"{name} {seconds:.1f}" for name, seconds in recovery.signs.items())
        told = f"{recovery.seconds:.1f} s" if recovery.seconds is not None else "NEVER"
        self.say(f"{number:4} {fault.name}: play went on after {told} ({signs}; at most {fault.within:.0f})")
        while self.cluster.remarks:
            self.say(f"     {self.cluster.remarks.pop()}")

    async def _recover(self, fault: Fault, since: float) -> Recovery:
        """Wait for every sign of life."""
        wanted, signs = Signs(self.host, since).all(), dict[str, float]()
        until = time.time() + 3 * fault.within * self.patience
        while time.time() < until:
            for name, is_there in wanted.items():
                if name not in signs and await is_there():
                    signs[name] = time.time() - since
            if len(signs) == len(wanted):
                return Recovery(fault, max(signs.values()), signs)
            await asyncio.sleep(SIGNS_EVERY)
        return Recovery(fault, None, signs)

    async def _supervise(self) -> None:
        """Start what died by itself, as systemd does."""
        while True:
            await asyncio.sleep(SUPERVISED_EVERY)
            for death in self.cluster.rise_again():
                self.note_death(death)

    def note_death(self, death: Death) -> None:
        """A fault explains so many deaths as it has; any other is a process that ends by itself."""
        if death.name in self.may_die and self.deaths_left:
            self.deaths_left -= 1
        else:
            self.problems.append(f"{death.name} ended by itself with code {death.code}, and nothing explains it")

    async def _wait_for_due_turns(self) -> list[str]:
        """Let everything be answered that is due: no match stands still (I7)."""
        due = ask_database(read_due) or {}
        await self._until(lambda: ask_database(read_unmoved, due) == [], SHOWN_WITHIN)
        return [f"I7: match {match} waits at {due[match]} for an AI" for match in ask_database(read_unmoved, due) or ()]

    async def _quieten(self) -> list[str]:
        """Stop every match, and give pages the time they have to show where it stands (I8)."""
        self.tasks[0].cancel()  # no more tables
        await asyncio.to_thread(begin_quiet)
        await self._until(lambda: not self._pages_behind(), SHOWN_WITHIN)
        behind = self._pages_behind()
        return [
            f"a page of match {page.match} shows {page.number}.{page.version} of {newest}" for page, newest in behind
        ]

    async def _wait_for_results(self) -> list[str]:
        """Let every result be counted in the ratings: whatever was lost, the sweep finds it (I10)."""
        await self._until(lambda: ask_database(uncounted) == [], SHOWN_WITHIN)
        return [f"I10: the result of match {match} is not counted" for match in ask_database(uncounted) or ()]

    def _pages_behind(self) -> list[tuple[Page, str]]:
        newest = ask_database(read_versions, {page.match for page in self.host.open_pages}) or {}
        pairs = [(page, newest.get(page.match)) for page in self.host.open_pages]
        return [(page, f"{now[0]}.{now[1]}") for page, now in pairs if now and (page.number, page.version) != now]

    async def _until(self, condition: Callable[[], object], seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * self.patience):
                while not condition():
                    await asyncio.sleep(LOOK_EVERY)


def find_dead(tasks: Iterable["asyncio.Task[None]"]) -> list[str]:
    """Name who should have gone on to the end, and raised."""
    raised = [(task.get_name(), task.exception()) for task in tasks if task.done() and not task.cancelled()]
    return [f"{name} ended with {error!r}" for name, error in raised if error is not None]
