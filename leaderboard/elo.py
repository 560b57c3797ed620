"""The formula: Elo for two to five seats, in whole numbers, so that every machine finds the same digits.

A match is a set of pairs. Each pair moves both of its players as a match of two would, but only by the share of K that
one of n - 1 pairs has, so that five seats do not swing four times as much as two. All pairs look at the ratings from
before the match: their order does not matter.

The same two people count in full for a few matches a month; then each match of theirs counts half of the one before,
so that however often they meet it moves nobody farther than one match more would have.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from typing import Final

POINT: Final = 1_000  # ratings are kept in thousandths of a point
START: Final = 1_500 * POINT
CERTAIN: Final = 1_000_000  # scores and expectations are counted in millionths of a win
FARTHEST: Final = 800  # who is farther apart than so many points counts as just so far

NEWCOMER_MATCHES: Final = 20
NEWCOMER_K: Final = 40
SETTLED_K: Final = 20

# Three evenings a month are friends who play; what comes on top of that tells little that the first ones did not, and
# halving it again and again leaves nothing to gain by an account that only loses.
FULL_MEETINGS: Final = 3
MEETING_DAYS: Final = 30


def _make_expectations() -> tuple[int, ...]:
    """Return the expected score by how many points one is ahead, 0 to FARTHEST: 1 / (1 + 10 ** (-ahead / 400))."""
    with localcontext(Context(prec=30)):
        odds = (Decimal(10) ** (Decimal(-ahead) / 400) for ahead in range(FARTHEST + 1))
        return tuple(int((CERTAIN / (1 + odd)).to_integral_value()) for odd in odds)


EXPECTATIONS: Final = _make_expectations()


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody before a match is counted: rating, matches it stands on, and how the match left them (low is good)."""

    rating: int
    matches: int
    standing: int

    @property
    def k(self) -> int:
        """How far a match can move them: newcomers farther, so that they soon stand where they belong."""
        return NEWCOMER_K if self.matches < NEWCOMER_MATCHES else SETTLED_K


def expected(mine: int, theirs: int) -> int:
    """Return what a player scores against another on average, in millionths; what both score makes one win exactly."""
    ahead = min((abs(mine - theirs) + POINT // 2) // POINT, FARTHEST)
    return EXPECTATIONS[ahead] if mine >= theirs else CERTAIN - EXPECTATIONS[ahead]


def score(mine: int, theirs: int) -> int:
    """Return a win, half of one, or nothing, by two standings."""
    if mine == theirs:
        return CERTAIN // 2
    return CERTAIN if mine < theirs else 0


def halvings(met: int) -> int:
    """Return how often K is halved for two who have met so many times lately."""
    return max(0, met + 1 - FULL_MEETINGS)


def pair_change(player: RatedPlayer, other: RatedPlayer, seats: int, met: int = 0) -> int:
    """Return by how much the pair moves the first of the two, rounded alike for gain and loss."""
    surprise = score(player.standing, other.standing) - expected(player.rating, other.rating)
    moved, whole = player.k * abs(surprise) * POINT, CERTAIN * (seats - 1) << halvings(met)
    change = (2 * moved + whole) // (2 * whole)
    return change if surprise >= 0 else -change


def change_against(player: RatedPlayer, others: Iterable[RatedPlayer], seats: int) -> int:
    """Return by how much a match moves a player by the pairs with these others; `seats` counts the whole table."""
    return sum(pair_change(player, other, seats) for other in others)


def shown(rating: int) -> int:
    """Return a rating as people read it, in whole points."""
    return (2 * rating + POINT) // (2 * POINT)
