"""Worked examples with the parts of the edition: the rules themselves play them, so they cannot be wrong."""

from typing import Final, NamedTuple

from games.edition_words import Words
from games.engine import Bid, Edition, Pass, Setup, State, apply, deal, start, view
from games.engine.events import LotWon
from games.engine.kinds import ACTOR, GUEST_STAR, KINDS
from games.engine.party import choosing_order
from games.learn.rulebook.drawing import Face, tile_like
from games.table.track import Frame, glyph_of, track_of

SEATS: Final = 4
PRICE: Final = 7
# At the party: whose screenplays show whom, from the first player clockwise.
GUESTS: Final = ((ACTOR, GUEST_STAR), (ACTOR, ACTOR, ACTOR), (GUEST_STAR,), (ACTOR, ACTOR, GUEST_STAR))


class Sharing(NamedTuple):
    """An auction that was won: the price, what each of the others gets, what stays."""

    winner: int
    others: tuple[int, ...]
    price: str
    share: str
    rest: str


class Guest(NamedTuple):
    """A studio at a party: its faces, and as which it chooses."""

    studio: int
    faces: tuple[str, ...]
    turn: int


def example_table(edition: Edition) -> State:
    """Return a table of four, dealt always the same."""
    seats = min(SEATS, max(edition.money))
    return start(Setup(edition, studios=edition.studios[:seats], first=0, deal=deal(edition, bytes(32))))


def track_example(words: Words) -> tuple[Frame, ...]:
    """Return the locations as everybody sees them when a match begins."""
    return track_of(view(example_table(words.edition), None).state, (), words)


def sharing_example(words: Words) -> Sharing:
    """Sell the first lot for the first bid."""
    state, events = apply(example_table(words.edition), 0, Bid(PRICE))
    while not any(isinstance(event, LotWon) for event in events):
        state, events = apply(state, state.turn, Pass())
    won = next(event for event in events if isinstance(event, LotWon))
    winner, *others = state.setup.studios
    return Sharing(winner, tuple(others), words.money(won.price), words.money(won.share), words.money(won.pot))


def party_example(words: Words) -> tuple[Guest, ...]:
    """Return four studios around the table, the first of them with the popcorn."""
    order = choosing_order([len(faces) for faces in GUESTS], popcorn=0)
    return tuple(
        Guest(studio, tuple(KINDS[kind] for kind in faces), order.index(seat) + 1)
        for seat, (studio, faces) in enumerate(zip(words.edition.studios, GUESTS, strict=False))
    )


def dud_of(words: Words) -> Face | None:
    """Return the guest star that costs a movie stars, if there is one."""
    edition = words.edition
    tile = tile_like(edition, GUEST_STAR, min(edition.tile_stars))
    return _face(tile, words) if edition.tile_stars[tile] < 0 else None


def faces_of(words: Words) -> tuple[Face, ...]:
    """Return a legend, and of each kind the strongest tile there is in the bag."""
    most = max(words.edition.tile_stars)
    strongest = (tile_like(words.edition, kind, most) for kind in range(len(KINDS)))
    return tuple(_face(tile, words) for tile in (words.edition.legends[0], *strongest))


def _face(tile: int, words: Words) -> Face:
    return Face(glyph_of(example_table(words.edition), tile, words), words.tile_kind(words.edition.tile_kind[tile]))
