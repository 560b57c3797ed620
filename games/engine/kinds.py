"""The kinds of tiles and spaces, and what a space takes: small integers behind readable names."""

from collections.abc import Iterable
from typing import Final

KINDS: Final = ("director", "actor", "camera", "music", "effects", "guest_star", "joker")
DIRECTOR, ACTOR, CAMERA, MUSIC, EFFECTS, GUEST_STAR, JOKER = range(7)

SPACE_KINDS: Final = ("director", "actor", "camera", "music", "effects", "guest_star", "blank")
BLANK: Final = 6


def bits(kinds: Iterable[int]) -> int:
    """Return a set of kinds as one integer, so that asking whether a space takes a kind is a single `&`."""
    return sum(1 << kind for kind in kinds)


NOTHING: Final = 0
FACES: Final = bits((ACTOR, GUEST_STAR))

# A space takes its own kind or a joker; only guest stars go where guest stars belong.
_OWN_KIND: Final = (*(bits((kind, JOKER)) for kind in (DIRECTOR, ACTOR, CAMERA, MUSIC, EFFECTS)), bits((GUEST_STAR,)))

# By the kind of an empty space: a blank one takes what is neither director nor guest star.
EMPTY_TAKES: Final = (*_OWN_KIND, bits((ACTOR, CAMERA, MUSIC, EFFECTS, JOKER)))

# By the kind of the tile on top, whatever the space: the same again, and on a joker only a joker.
COVERED_TAKES: Final = (*_OWN_KIND, bits((JOKER,)))


def kinds_in(mask: int) -> tuple[str, ...]:
    """Return the names of the kinds in a set, in the order of the rulebook."""
    return tuple(name for kind, name in enumerate(KINDS) if mask >> kind & 1)
