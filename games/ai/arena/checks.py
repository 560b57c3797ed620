"""Whether the arena can be believed: a level is even with itself, and one that cheats is seen to gain."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from games.ai.arena.blocks import DealBlock
from games.ai.arena.bootstrap import interval, standard_error
from games.ai.arena.contenders import CHEAT

TWO_ERRORS = 2.0


def verdicts(blocks: Sequence[DealBlock]) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each check among the blocks, and whether it holds."""
    for hero, rival, seats, edition in sorted({_table(block) for block in blocks}):
        shares = [block.wins / block.games for block in blocks if _table(block) == (hero, rival, seats, edition)]
        if hero == rival:
            yield f"{hero} is even with itself ({seats} seats, {edition})", is_even(shares, seats)
        elif hero == CHEAT:
            yield f"who is handed the true bag gains on a {rival} ({seats} seats, {edition})", gains(shares, seats)


def is_even(shares: Sequence[float], seats: int) -> bool:
    """Within two standard errors of its even share."""
    return abs(fmean(shares) - 1 / seats) <= TWO_ERRORS * standard_error(shares) + 1e-9


def gains(shares: Sequence[float], seats: int) -> bool:
    """Above its even share even at the lower end of the interval."""
    return interval(shares).low > 1 / seats


def _table(block: DealBlock) -> tuple[str, str, int, str]:
    task = block.task
    return task.hero, task.rival, task.seats, task.edition
