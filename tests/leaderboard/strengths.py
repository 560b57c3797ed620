"""Simulated matches between players whose strength is known."""

from math import log
from random import Random

PLAYERS = 120
MATCHES = 5_000
SPREAD = 250  # points, as people are spread on other sites


def true_strengths(dice: Random) -> list[float]:
    return [dice.gauss(1_500, SPREAD) for _ in range(PLAYERS)]


def simulate(strengths: list[float], dice: Random) -> list[list[int]]:
    """Matches of two to five, each as its players in the order in which they came in: by strength and luck."""
    matches = []
    for _ in range(MATCHES):
        players = dice.sample(range(PLAYERS), dice.choice((2, 3, 3, 4, 4, 4, 5)))
        # With this luck the stronger of two wins as often as Elo's curve says.
        luck = {player: -log(-log(dice.random())) * 400 / log(10) for player in players}
        matches.append(sorted(players, key=lambda player: -(strengths[player] + luck[player])))
    return matches


def rank_correlation(a: list[float], b: list[float]) -> float:
    """Spearman's, for numbers without ties."""

    def ranks(numbers: list[float]) -> list[int]:
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        return sorted(range(len(order)), key=order.__getitem__)

    apart = sum((x - y) ** 2 for x, y in zip(ranks(a), ranks(b), strict=True))
    return 1 - 6 * apart / (len(a) * (len(a) ** 2 - 1))
