"""What is on offer: the tiles in the middle, who bids, and what each tile would do for the viewer."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import Discard, State
from games.engine.party import settled_order
from games.engine.state import AUCTION, NO_BID, PARTY, PHASES, PLACING
from games.table.fitting import Fit, best_fit, fits_of
from games.table.people import Person
from games.table.plan import Plan, entry_of
from games.table.track import Glyph, glyph_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile in the light, and, for a viewer with a studio, the best it would do there."""

    id: str
    glyph: Glyph
    kind_word: str
    fit: Fit | None
    fits: int
    stage: str  # offered, picked, hand, gone


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that the plan has put somewhere: on a screenplay with a title, or, without one, aside."""

    entry: str
    glyph: Glyph
    kind_word: str
    title: str


@dataclass(frozen=True, slots=True)
class Bidder:
    """A seat in the auction or at the party: to act, leads, in, passed, chosen."""

    person: Person
    stage: str
    bid: str = ""  # the latest for this lot; nothing before the first


@dataclass(frozen=True, slots=True)
class Lot:
    """The stage of the table."""

    phase: str
    place: int
    name: str
    bid: str
    leader: Person | None
    pot: int
    pot_money: str
    bidders: tuple[Bidder, ...]


def lot_of(state: State, people: tuple[Person, ...], words: Words) -> Lot:
    """Build the stage as everybody sees it."""
    return Lot(
        phase=PHASES[state.phase],
        place=state.location + 1,
        name=words.location(state.location),
        bid=_bid(state.bid, words),
        leader=people[state.leader] if state.leader >= 0 else None,
        pot=state.pot,
        pot_money=words.money(state.pot),
        bidders=_bidders(state, people, words),
    )


def offers_of(state: State, viewer: int | None, words: Words, picked: str = "") -> tuple[Offer, ...]:
    """Build what is on offer as a viewer sees it; `state` may be one that is only thought of.

    While somebody else places, every tile of the lot keeps its place, so that nothing moves for those who look on; and
    to all of them it looks the same.
    """
    if state.phase == PLACING and state.turn != viewer:
        return tuple(_offer(state, tile, None, words, "") for tile in state.lot())
    return tuple(_offer(state, tile, viewer, words, picked) for tile in lot_tiles(state))


def lot_tiles(state: State) -> tuple[int, ...]:
    """Return the tiles in the light: on offer, or in somebody's hand."""
    if state.phase == AUCTION:
        return state.lot()
    if state.phase == PARTY:
        return tuple(state.offered)
    return tuple(state.hand)


def laid_of(state: State, plan: Plan, words: Words) -> tuple[Laid, ...]:
    """Return the tiles of a plan, as far as it goes."""
    edition = state.edition
    laid = []
    for move in plan.moves:
        tile = edition.tile_index[move.tile]
        title = "" if isinstance(move, Discard) else words.screenplay(edition.screenplay_index[move.screenplay])
        laid.append(Laid(entry_of(move), glyph_of(state, tile, words), words.tile_kind(edition.tile_kind[tile]), title))
    return tuple(laid)


def _offer(state: State, tile: int, viewer: int | None, words: Words, picked: str) -> Offer:
    fits = {} if viewer is None else fits_of(state, viewer, tile, words)
    tile_id = state.edition.tiles[tile].id
    stage = "picked" if tile_id == picked else _offer_stage(state, tile)
    kind_word = words.tile_kind(state.edition.tile_kind[tile])
    return Offer(tile_id, glyph_of(state, tile, words), kind_word, best_fit(fits), len(fits), stage)


def _offer_stage(state: State, tile: int) -> str:
    if state.phase == PLACING and tile in state.hand:
        return "hand"
    return "offered" if state.phase in (AUCTION, PARTY) or tile in state.offered else "gone"


def _bidders(state: State, people: tuple[Person, ...], words: Words) -> tuple[Bidder, ...]:
    """Everybody in the order in which they are asked: from the popcorn on, or by faces at a party."""
    if state.phase not in (AUCTION, PARTY):
        return ()
    seats = len(people)
    order = settled_order(state) if state.phase == PARTY else [(state.popcorn + step) % seats for step in range(seats)]
    return tuple(Bidder(people[seat], _bidder_stage(state, seat), _bid(state.bids[seat], words)) for seat in order)


def _bidder_stage(state: State, seat: int) -> str:
    if seat == state.turn:
        return "acts"
    if seat not in state.queue:
        return "passed" if state.phase == AUCTION else "chosen"
    return "leads" if seat == state.leader else "in"


def _bid(amount: int, words: Words) -> str:
    return "" if amount == NO_BID else words.money(amount)
