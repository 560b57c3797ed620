"""Portraits drawn from names: initials on a colour before a pattern, always the same for the same name."""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

# Grounds that ivory letters stand out on; the numbers are those of the classes in static/css/site.css.
COLOURS: Final = tuple(
    f"#{colour}"
    for colour in (
        *("6d2f3f", "7a3b24", "6b4c18", "52551c", "2f5a2e", "1c5a4b"),
        *("1d5567", "25497a", "3a3f80", "553778", "6a2f66", "4a4754"),
    )
)
# What shines through behind the letters: rays, a fan, steps of a skyscraper, arches, a marquee.
PATTERNS: Final = (
    "M20 39 3 11 8 5zM20 39 14 2h6zM20 39 26 2.4l5.5 3zM20 39 35 9.5l3.5 6z",
    "M2 26a18 18 0 0 1 36 0h-4a14 14 0 0 0-28 0zM11 26a9 9 0 0 1 18 0h-4a5 5 0 0 0-10 0z",
    "M17 2h6v37h-6zM9 12h5v27H9zM26 12h5v27h-5zM3 23h3v8H3zM34 23h3v8h-3z",
    "M20 4 36 20 33 23 20 10 7 23 4 20zM20 17 33 30 30 33 20 23 10 33 7 30z",
    "M1.500 14h37v3h-37zM1.500 23h37v3h-37zM5 8h30v2H5zM5 30h30v2H5z",
)


@dataclass(frozen=True)
class Portrait:
    """What the templates need to draw somebody."""

    initials: str
    hue: int
    pattern: str

    @property
    def colour(self) -> str:
        """The ground, where no stylesheet gives it."""
        return COLOURS[self.hue]

    @property
    def key(self) -> str:
        """Changes when the picture does."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def draw_portrait(name: str) -> Portrait:
    """Draw a name."""
    dice = hashlib.sha256(name.casefold().encode()).digest()
    return Portrait(initials_of(name), dice[0] % len(COLOURS), PATTERNS[dice[1] % len(PATTERNS)])


def initials_of(name: str) -> str:
    """Take the first letters of the first two words, or the first two letters of the only one."""
    words = [word for word in re.split(r"[ \-_.]+|(?<=\D)(?=\d)", name) if word]
    letters = [word[0] for word in words[:2]] if len(words) > 1 else list(name[:2])
    return "".join(letters).upper()[:2] or "?"
