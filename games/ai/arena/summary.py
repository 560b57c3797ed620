"""From blocks to figures: shares of wins with their intervals, and times of decisions."""

from collections import defaultdict
from collections.abc import Iterable

from games.ai.arena.blocks import DealBlock
from games.ai.arena.bootstrap import interval
from games.ai.arena.clock import DecisionTimes
from games.ai.arena.targets import target
from games.ai.measured import MeasuredPairing, Times

DIGITS = 4


def pairings(blocks: Iterable[DealBlock]) -> list[MeasuredPairing]:
    """Return one line for each pairing at each table; numbers of seats are never thrown together."""
    by_pairing = defaultdict(list)
    for block in blocks:
        task = block.task
        by_pairing[task.hero, task.rival, task.edition, task.seats].append(block)
    return [_pairing(*key, played) for key, played in by_pairing.items()]


def _pairing(hero: str, rival: str, edition: str, seats: int, blocks: list[DealBlock]) -> MeasuredPairing:
    # In the order of their deals, so that the bootstrap draws the same however the work was shared.
    shares = [block.wins / block.games for block in sorted(blocks, key=lambda block: block.task.number)]
    found = interval(shares)
    return MeasuredPairing(
        hero=hero,
        rival=rival,
        edition=edition,
        seats=seats,
        blocks=len(blocks),
        games=sum(block.games for block in blocks),
        share=round(found.share, DIGITS),
        low=round(found.low, DIGITS),
        high=round(found.high, DIGITS),
        even=round(1 / seats, DIGITS),
        target=target(hero, rival, seats),
    )


def times(blocks: Iterable[DealBlock]) -> list[Times]:
    """Return how long each hero thought, at each table."""
    by_level = defaultdict(list)
    for block in blocks:
        by_level[block.task.hero, block.task.edition, block.task.seats].append(block.clock)
    return [_times(*key, DecisionTimes.together(clocks)) for key, clocks in by_level.items()]


def _times(level: str, edition: str, seats: int, clock: DecisionTimes) -> Times:
    p50, p95 = (round(clock.quantile_ms(part), 2) for part in (0.5, 0.95))
    return Times(level, edition, seats, clock.decisions, p50, p95, round(clock.longest_ms, 2))
