"""Whether the arena can be believed: a level is even with itself, one that cheats is seen to gain, a copy is not."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from games.ai.arena.blocks import DealBlock
from games.ai.arena.bootstrap import interval, standard_error
from games.ai.arena.contenders import CHEAT, PREDICTOR

TWO_ERRORS = 2.0
# What a copy of one's own brain may win against it at two seats.
MOST_OF_A_COPY = 0.55


def verdicts(blocks: Sequence[DealBlock]) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each check among the blocks, and whether it holds."""
    for hero, rival, seats, edition in sorted({_table(block) for block in blocks}):
        shares = [block.wins / block.games for block in blocks if _table(block) == (hero, rival, seats, edition)]
        if hero == rival:
            yield f"{hero} is even with itself ({seats} seats, {edition})", is_even(shares, seats)
        elif hero == CHEAT:
            yield f"who is handed the true bag gains on a {rival} ({seats} seats, {edition})", gains(shares, seats)
        elif hero == PREDICTOR and seats == 2:
            yield f"a copy of its brain does not foresee a {rival} ({edition})", fmean(shares) <= MOST_OF_A_COPY


def is_even(shares: Sequence[float], seats: int) -> bool:
    """Within two standard errors of its even share."""
    return abs(fmean(shares) - 1 / seats) <= TWO_ERRORS * standard_error(shares) + 1e-9


def gains(shares: Sequence[float], seats: int) -> bool:
    """Above its even share even at the lower end of the interval."""
    return interval(shares).low > 1 / seats


def _table(block: DealBlock) -> tuple[str, str, int, str]:
    task = block.task
    return task.hero, task.rival, task.seats, task.edition
