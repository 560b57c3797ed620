"""The deals of self-play, in three sets that never meet: for tuning, for checking, and for what is published."""

import hashlib
from typing import Final

from games.engine import Edition, Setup, deal, draw_first, draw_studios

TUNING: Final = "tuning"
CHECKING: Final = "checking"
PUBLISHED: Final = "published"
SETS: Final = (TUNING, CHECKING, PUBLISHED)


def secret_of(label: str, number: int) -> bytes:
    """Return the secret of deal `number` of a label: a public one, since nothing is hidden from who measures."""
    return hashlib.sha256(f"{label}/{number}".encode()).digest()


def setup_of(edition: Edition, seats: int, secret: bytes) -> Setup:
    """Return a match of so many seats with the studios, the popcorn and the tiles that a secret gives."""
    return Setup(edition, draw_studios(edition, secret, seats), draw_first(secret, seats), deal(edition, secret))
