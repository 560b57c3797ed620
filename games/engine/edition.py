"""An edition of the game: its tiles, screenplays, board, rule options and words, as the rules ask for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from games.engine.kinds import FACES, GUEST_STAR

QUARTERS: Final = 4
NEUTRAL: Final = 0

# A text in every language, by the language's code.
Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Tile:
    """One production tile."""

    id: str
    kind: int
    stars: int
    is_legend: bool
    name: Texts


@dataclass(frozen=True, slots=True)
class Screenplay:
    """One screenplay: its studio (or NEUTRAL), genre, printed stars and the kinds of its spaces."""

    id: str
    studio: int
    genre: int
    stars: int
    spaces: tuple[int, ...]
    title: Texts


@dataclass(frozen=True, slots=True)
class Location:
    """One of the board's places, in clockwise order. A party has as many tiles as there are seats."""

    id: str
    kind: str
    tiles: int
    name: Texts

    @property
    def is_legend(self) -> bool:
        return self.kind == "legend"

    @property
    def is_party(self) -> bool:
        return self.kind == "party"

    def size(self, seats: int) -> int:
        """Return how many tiles of the bag lie here each quarter."""
        if self.is_legend:
            return 0
        return seats if self.is_party else self.tiles


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What this edition does where the two rulebooks differ."""

    legends_seen: bool
    highest_marker_breaks_ties: bool


@dataclass(frozen=True)
class Edition:
    """Everything the rules ask of an edition, with flat look-up tables for the moves of a match."""

    id: str
    name: Texts
    year: int
    genres: tuple[str, ...]
    options: RuleOptions
    money: Mapping[int, int]
    board: tuple[Location, ...]
    tiles: tuple[Tile, ...]
    screenplays: tuple[Screenplay, ...]
    words: Mapping[str, Any] = field(repr=False)

    @cached_property
    def tile_index(self) -> dict[str, int]:
        return {tile.id: index for index, tile in enumerate(self.tiles)}

    @cached_property
    def screenplay_index(self) -> dict[str, int]:
        return {screenplay.id: index for index, screenplay in enumerate(self.screenplays)}

    @cached_property
    def tile_kind(self) -> tuple[int, ...]:
        return tuple(tile.kind for tile in self.tiles)

    @cached_property
    def tile_stars(self) -> tuple[int, ...]:
        return tuple(tile.stars for tile in self.tiles)

    @cached_property
    def tile_bit(self) -> tuple[int, ...]:
        return tuple(1 << tile.kind for tile in self.tiles)

    @cached_property
    def tile_is_face(self) -> tuple[bool, ...]:
        """Tell by tile whether it shows a face; the last entry, -1, is that of NO_TILE."""
        return (*(bool(bit & FACES) for bit in self.tile_bit), False)

    @cached_property
    def legends(self) -> tuple[int, ...]:
        return tuple(index for index, tile in enumerate(self.tiles) if tile.is_legend)

    @cached_property
    def bag(self) -> tuple[int, ...]:
        return tuple(index for index, tile in enumerate(self.tiles) if not tile.is_legend)

    @cached_property
    def neutral_screenplays(self) -> tuple[int, ...]:
        return self.screenplays_of(NEUTRAL)

    @cached_property
    def studios(self) -> tuple[int, ...]:
        return tuple(sorted({screenplay.studio for screenplay in self.screenplays} - {NEUTRAL}))

    @cached_property
    def space_kind(self) -> tuple[int, ...]:
        """The kind of every space of every screenplay, one after the other."""
        return tuple(kind for screenplay in self.screenplays for kind in screenplay.spaces)

    @cached_property
    def spaces(self) -> tuple[range, ...]:
        """For each screenplay the numbers of its spaces in `space_kind`."""
        ranges, start = [], 0
        for screenplay in self.screenplays:
            ranges.append(range(start, start + len(screenplay.spaces)))
            start += len(screenplay.spaces)
        return tuple(ranges)

    @cached_property
    def space_screenplay(self) -> tuple[int, ...]:
        return tuple(index for index, spaces in enumerate(self.spaces) for _ in spaces)

    @cached_property
    def required(self) -> tuple[int, ...]:
        """For each screenplay how many of its spaces must be filled: all but the guest star's."""
        return tuple(sum(kind != GUEST_STAR for kind in screenplay.spaces) for screenplay in self.screenplays)

    def screenplays_of(self, studio: int) -> tuple[int, ...]:
        return tuple(index for index, screenplay in enumerate(self.screenplays) if screenplay.studio == studio)

    def lots(self, seats: int) -> tuple[tuple[slice, ...], ...]:
        """Return where in the bag each quarter's and location's tiles lie: the bag is drawn in the board's order."""
        return self._lots[seats]

    @cached_property
    def _lots(self) -> dict[int, tuple[tuple[slice, ...], ...]]:
        return {seats: self._cut_bag(seats) for seats in self.money}

    def _cut_bag(self, seats: int) -> tuple[tuple[slice, ...], ...]:
        quarters, start = [], 0
        for _ in range(QUARTERS):
            slices = []
            for location in self.board:
                slices.append(slice(start, start + location.size(seats)))
                start += location.size(seats)
            quarters.append(tuple(slices))
        return tuple(quarters)

    def __hash__(self) -> int:
        return hash(self.id)
