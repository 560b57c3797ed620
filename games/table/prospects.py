"""What the lot would do for the others: the best place of each tile in a rival's studio."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import State
from games.engine.state import AUCTION, PARTY
from games.render_cache import part_cache
from games.table.fitting import Fit, best_fit, fits_of
from games.table.lot import lot_tiles
from games.table.parts import Part
from games.table.track import Glyph, glyph_of


@dataclass(frozen=True, slots=True)
class Prospect:
    """A tile in the light, and the best it would do in one studio; nothing where it fits nowhere."""

    glyph: Glyph
    fit: Fit | None


@dataclass(frozen=True, slots=True)
class ProspectsPart(Part):
    """What the tiles in the light would do for a seat, in the order of the tiles."""

    template = "prospects"
    seat: int
    prospects: tuple[Prospect, ...]


def prospects_of(state: State, seat: int, words: Words) -> tuple[Prospect, ...]:
    """Return what the tiles in the light would do for a seat. Everything it follows from lies open on the table."""
    tiles = lot_tiles(state) if state.phase in (AUCTION, PARTY) else ()
    read = (seat, tiles, tuple(state.screenplays[seat]), tuple(state.top), tuple(state.markers))
    key = ("prospects", words.edition.id, words.language, *read)
    prospects: tuple[Prospect, ...] = part_cache(
        key, lambda: tuple(_prospect(state, seat, tile, words) for tile in tiles)
    )
    return prospects


def _prospect(state: State, seat: int, tile: int, words: Words) -> Prospect:
    return Prospect(glyph_of(state, tile, words), best_fit(fits_of(state, seat, tile, words)))
