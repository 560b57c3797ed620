"""The deal: every shuffle of a match, drawn from a 256-bit secret by a public recipe.

A draw at a place is HMAC-SHA256(secret, "<place>/<attempt>"): its first eight bytes, big-endian, taken modulo the
number of choices, unless they lie in the incomplete last run of values; then the next attempt is used. A list is
shuffled by drawing its items one after the other from those not yet drawn, which keep the order of the edition's
file: the item at position i of the bag is the draw at "bag/i". Places are `legends/i`, `bag/i`, `screenplays/i`,
`studios/i` and `first`.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from games.engine.edition import Edition
from games.engine.state import HIDDEN, Deal

SECRET_BYTES = 32
_VALUES = 1 << 64
_BLOCK = 64
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_COMMITMENT_PREFIX = b"dream-factory-deal/1:"


def new_secret() -> bytes:
    """Return a fresh secret for one match."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what can be shown before the first move: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(_COMMITMENT_PREFIX + secret).hexdigest()


class Source:
    """HMAC-SHA256 (RFC 2104) keyed once with a secret: a deal draws from it a hundred times."""

    __slots__ = ("inner", "outer")

    def __init__(self, secret: bytes) -> None:
        key = secret if len(secret) <= _BLOCK else hashlib.sha256(secret).digest()
        padded = key.ljust(_BLOCK, b"\0")
        self.inner = hashlib.sha256(padded.translate(_INNER_PAD))
        self.outer = hashlib.sha256(padded.translate(_OUTER_PAD))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self.inner.copy(), self.outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def draw(source: Source, place: str, choices: int) -> int:
    """Return a number below `choices`, every one equally likely."""
    limit = _VALUES - _VALUES % choices
    attempt = 0
    while True:
        value = int.from_bytes(source.digest(f"{place}/{attempt}".encode())[:8], "big")
        if value < limit:
            return value % choices
        attempt += 1


def shuffle(secret: bytes, place: str, items: Sequence[int], count: int | None = None) -> tuple[int, ...]:
    """Return the items (or the first `count` of them) in the order in which they are drawn."""
    source, left = Source(secret), list(items)
    drawn = range(len(left) if count is None else count)
    return tuple([left.pop(draw(source, f"{place}/{index}", len(left))) for index in drawn])


def deal(edition: Edition, secret: bytes) -> Deal:
    """Return the order of legends, bag and neutral screenplays."""
    return Deal(
        legends=shuffle(secret, "legends", edition.legends),
        bag=shuffle(secret, "bag", edition.bag),
        screenplays=shuffle(secret, "screenplays", edition.neutral_screenplays),
    )


def deal_rest(edition: Edition, seen: Deal, secret: bytes) -> Deal:
    """Return a deal as a view shows it, with what is blotted out there drawn by the same recipe from what is left."""
    return Deal(
        legends=_fill(seen.legends, edition.legends, secret, "legends"),
        bag=_fill(seen.bag, edition.bag, secret, "bag"),
        screenplays=_fill(seen.screenplays, edition.neutral_screenplays, secret, "screenplays"),
    )


def _fill(seen: Sequence[int], everything: Sequence[int], secret: bytes, place: str) -> tuple[int, ...]:
    rest = iter(shuffle(secret, place, [item for item in everything if item not in seen]))
    return tuple(next(rest) if item == HIDDEN else item for item in seen)


def draw_studios(edition: Edition, secret: bytes, seats: int) -> tuple[int, ...]:
    """Ruling R14: studios at random, where the seats have not chosen them."""
    return shuffle(secret, "studios", edition.studios, seats)


def draw_first(secret: bytes, seats: int) -> int:
    """Ruling R13: a random seat gets the popcorn, where the host has not chosen one."""
    return draw(Source(secret), "first", seats)


def proves(edition: Edition, secret: bytes, promised: str, dealt: Deal) -> bool:
    """Tell whether the secret is the one committed to and the deal is the one it gives."""
    return hmac.compare_digest(commitment(secret), promised) and deal(edition, secret) == dealt
