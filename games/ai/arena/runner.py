"""Playing blocks on several cores, telling each as soon as it is done, and never the same one twice."""

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.ai.arena.blocks import DealBlock, Task, play_block
from games.ai.arena.ledger import BlockLedger


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """Which pairings are measured at which tables, on how many deals of which set."""

    pairs: tuple[tuple[str, str], ...]
    editions: tuple[str, ...]
    seats: tuple[int, ...]
    blocks: int
    deals: str

    def tasks(self) -> list[Task]:
        """Return every block, all pairings growing together."""
        return [
            Task(hero, rival, edition, seats, self.deals, number)
            for number in range(self.blocks)
            for seats in self.seats
            for edition in self.editions
            for hero, rival in self.pairs
        ]


def pairs_of(levels: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return every level against every one named before it."""
    return tuple((hero, rival) for rival, hero in combinations(levels, 2))


def run(plan: ArenaPlan, ledger: BlockLedger, workers: int) -> Iterator[DealBlock]:
    """Yield the blocks of a plan: first those the ledger knows, then the others as they are played."""
    known, wanted = ledger.read(), plan.tasks()
    yield from (known[task] for task in wanted if task in known)
    for block in _play([task for task in wanted if task not in known], workers):
        ledger.write(block)
        yield block


def _play(tasks: Iterable[Task], workers: int) -> Iterator[DealBlock]:
    if workers == 1:
        yield from map(play_block, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(play_block, tasks)
