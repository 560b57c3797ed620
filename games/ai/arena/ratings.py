"""One number for each level, from all pairings: as in chess, 400 points make ten wins to one loss."""

from collections import defaultdict
from collections.abc import Iterable
from math import log10
from typing import Final

from games.ai.measured import UNMEASURED, MeasuredPairing

ANCHOR: Final = "trainee"
SCALE: Final = 400
# A level that always wins is not infinitely strong: half a game is thrown in for each side.
DOUBT: Final = 0.5
ROUNDS: Final = 3_000
STEP: Final = 0.2


def ratings(pairings: Iterable[MeasuredPairing]) -> dict[str, int]:
    """Ratings in which the differences fit the measured shares best, weighted by games; a trainee has 1000."""
    edges = [(pairing.hero, pairing.rival, _lead(pairing), pairing.games) for pairing in pairings]
    found = dict.fromkeys(sorted({name for hero, rival, _, _ in edges for name in (hero, rival)}), 0.0)
    for _ in range(ROUNDS):
        pull, weight = defaultdict[str, float](float), defaultdict[str, float](float)
        for hero, rival, lead, games in edges:
            miss = lead - (found[hero] - found[rival])
            pull[hero] += games * miss
            pull[rival] -= games * miss
            weight[hero] += games
            weight[rival] += games
        for name in found:
            found[name] += STEP * pull[name] / weight[name]
    base = found.get(ANCHOR, 0.0)
    return {name: round(UNMEASURED + value - base) for name, value in found.items()}


def _lead(pairing: MeasuredPairing) -> float:
    """Return the rating difference that a share means: the odds of one seat against one of its rivals."""
    wins = pairing.share * pairing.games + DOUBT
    losses = (1 - pairing.share) * pairing.games + DOUBT
    return SCALE * log10(wins / (losses / (pairing.seats - 1)))
