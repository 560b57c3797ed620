"""A block: one deal, played once with the hero on each seat, so that nobody owes a win to the deal."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from typing import Any

from games.ai.arena.clock import DecisionTimes, now
from games.ai.arena.contenders import Contender, contender
from games.ai.deals import secret_of, setup_of
from games.ai.mogul import forget
from games.engine import Setup, load_edition, options, perform, places, start
from games.engine.state import OVER


@dataclass(frozen=True, slots=True)
class Task:
    """One block of a pairing."""

    hero: str
    rival: str
    edition: str
    seats: int
    deals: str
    number: int

    @property
    def label(self) -> str:
        """The deals are the same whoever plays."""
        return f"{self.deals}/{self.edition}/{self.seats}"


@dataclass(frozen=True, slots=True)
class DealBlock:
    """What came of a block: the hero's wins (a shared one counts its part), and how long it thought."""

    task: Task
    wins: float
    games: int
    clock: DecisionTimes

    def to_json(self) -> dict[str, Any]:
        """Return the block as a line of the ledger."""
        return {
            **asdict(self.task),
            "wins": round(self.wins, 6),
            "games": self.games,
            "times": {str(index): count for index, count in sorted(self.clock.classes.items())},
            "longest_ms": round(self.clock.longest_ms, 3),
        }

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> "DealBlock":
        """Return the block of a ledger's line."""
        task = Task(*(line[name] for name in Task.__slots__))
        times = Counter({int(index): count for index, count in line["times"].items()})
        return cls(task, line["wins"], line["games"], DecisionTimes(times, line["longest_ms"]))


def play_block(task: Task) -> DealBlock:
    """Play a block; the same result on every machine."""
    setup = setup_of(load_edition(task.edition), task.seats, secret_of(task.label, task.number))
    hero, rival, clock = contender(task.hero), contender(task.rival), DecisionTimes()
    _warm_up(hero, setup)
    wins = 0.0
    for seat in range(task.seats):
        players = [hero if number == seat else rival for number in range(task.seats)]
        seeds = [f"{task.label}/{task.number}/{seat}/{number}" for number in range(task.seats)]
        with _undisturbed():
            wins += _play(setup, players, seeds, seat, clock)
    return DealBlock(task, wins, task.seats, clock)


def _warm_up(player: Contender, setup: Setup) -> None:
    """Give a first answer that nobody times: it reads files and fills what is worked out once for a process."""
    state = start(setup)
    player.brain(options(state), partial(player.see, state, state.turn, (), ""), Random(0))
    forget()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No garbage is collected while brains think: it walks all that they remember, and that is not thinking."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _play(setup: Setup, players: list[Contender], seeds: list[str], hero: int, clock: DecisionTimes) -> float:
    """Return one match: 1 if the hero wins it, its part if it shares the first place. Each seat has its own dice."""
    state, log, dice = start(setup), list[int](), [Random(seed) for seed in seeds]
    while state.phase != OVER:
        seat = state.turn
        player, answers = players[seat], options(state)
        began = now()
        code = player.brain(answers, partial(player.see, state, seat, log, seeds[seat]), dice[seat]).code
        if seat == hero:
            clock.note(now() - began)
        log.append(code)
        perform(state, code)
    first = [place == 1 for place in places(state)]
    return first[hero] / sum(first)
