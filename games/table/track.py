"""The ring of locations: what was sold, what is visited now, what comes this quarter."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import State
from games.engine.kinds import KINDS
from games.engine.state import HIDDEN, OVER
from games.table.people import Person


@dataclass(frozen=True, slots=True)
class Glyph:
    """A tile in small: its kind, its stars, and its name for those who ask."""

    kind: str
    stars: int
    name: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One location of this quarter. Face-down tiles are only counted."""

    place: int
    name: str
    stage: str  # past, now, coming
    is_party: bool
    glyphs: tuple[Glyph, ...]
    backs: int
    buyer: Person | None
    price: str

    def __hash__(self) -> int:
        """Tell most of them apart by little, as it is done at every move."""
        return hash((self.place, self.stage, self.price, self.backs))


def track_of(state: State, people: tuple[Person, ...], words: Words) -> tuple[Frame, ...]:
    """Return the frames of the film strip, in clockwise order."""
    sales = {sale.location: sale for sale in state.sales}
    frames = []
    for location, place in enumerate(state.edition.board):
        tiles = state.lot_at(state.quarter, location)
        seen = () if HIDDEN in tiles else tuple(glyph_of(state, tile, words) for tile in tiles)
        sale = sales.get(location)
        frames.append(
            Frame(
                place=location + 1,
                name=words.location(location),
                stage=_stage(state, location),
                is_party=place.is_party,
                glyphs=seen,
                backs=0 if seen else len(tiles),
                buyer=people[sale.seat] if sale else None,
                price=words.money(sale.price) if sale else "",
            )
        )
    return tuple(frames)


def glyph_of(state: State, tile: int, words: Words) -> Glyph:
    """Return a tile as a glyph."""
    return Glyph(KINDS[state.edition.tile_kind[tile]], state.edition.tile_stars[tile], words.tile(tile))


def _stage(state: State, location: int) -> str:
    if state.phase == OVER or location < state.location:
        return "past"
    return "now" if location == state.location else "coming"
