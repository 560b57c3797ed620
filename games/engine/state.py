"""The state of one match: flat integers behind readable names, cheap to copy.

Tiles, screenplays and spaces are numbered as in the edition; seats clockwise from 0. What never changes during a match
(edition, studios, deal) is one shared `Setup`; the rest is copied.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.edition import Edition
from games.engine.kinds import EMPTY_TAKES
from games.engine.markers import MARKERS

RULES_VERSION: Final = 1
# All that this program can play; whatever is stored by others is kept, shown by its name and left alone.
KNOWN_RULES: Final = frozenset({RULES_VERSION})

AUCTION, PARTY, PLACING, VISITED, OVER = range(5)
PHASES: Final = ("auction", "party", "placing", "visited", "over")

NOBODY: Final = -1
NO_BID: Final = -1
NO_TILE: Final = -1
# Where a view blots something out. It is no index, so that whoever uses it as one finds out at once.
HIDDEN: Final = 1 << 30


class Deal(NamedTuple):
    """Every chance of a match, settled before the first move; in a view some of it is HIDDEN."""

    legends: tuple[int, ...]
    bag: tuple[int, ...]
    screenplays: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed when a match begins."""

    edition: Edition
    studios: tuple[int, ...]
    first: int
    deal: Deal
    open_money: bool = False
    rules: int = RULES_VERSION

    @property
    def seats(self) -> int:
        return len(self.studios)


class Movie(NamedTuple):
    """A completed screenplay. Movies are kept in the order of completion."""

    screenplay: int
    seat: int
    total: int
    marker: int


class Award(NamedTuple):
    """An award that was made; `genre`, `quarter` and `screenplay` are None where they mean nothing."""

    award: str
    genre: int | None
    quarter: int | None
    screenplay: int | None
    seat: int
    points: int


class Sale(NamedTuple):
    """A lot of this quarter that was auctioned: where, to whom, and for how much."""

    location: int
    seat: int
    price: int


class State:
    """Where a match stands. Only the chapters of the rules change it."""

    __slots__ = (  # noqa: RUF023 - in the order in which a table is read
        "awards",
        "bid",
        "bids",  # auction: by seat the latest bid for this lot, or NO_BID; no rule asks for it, people do
        "discarded",
        "drawn",  # how many neutral screenplays have been taken
        "edition",
        "hand",  # tiles the acting seat has still to place
        "leader",
        "location",  # index on the board
        "markers",  # those left, in rising order
        "missing",  # by screenplay: required spaces still empty
        "money",  # by seat; None where a view hides it
        "movies",
        "offered",  # party: tiles nobody has taken yet
        "phase",
        "popcorn",
        "pot",
        "quarter",  # 1 to 4
        "sales",  # what was auctioned in this quarter
        "queue",  # auction: seats still in; party: seats still to choose; the next to act first
        "screenplays",  # by seat, in the order received, finished ones included
        "setup",
        "takes",  # by space: the kinds it takes now, as bits; nothing once the movie is complete
        "top",  # by space: the tile that counts, or NO_TILE
        "turn",  # the seat that acts, or NOBODY
        "under",  # by tile: the tile it covers, or NO_TILE
        "undo_count",  # ... and how many of them
        "undo_seat",  # whose latest moves may still be taken back ...
    )

    setup: Setup
    edition: Edition
    quarter: int
    location: int
    phase: int
    turn: int
    popcorn: int
    money: list[int]
    pot: int
    bid: int
    bids: tuple[int, ...]
    leader: int
    sales: list[Sale]
    queue: list[int]
    offered: list[int]
    hand: list[int]
    screenplays: list[list[int]]
    top: list[int]
    under: list[int]
    takes: list[int]
    missing: list[int]
    discarded: list[int]
    drawn: int
    markers: list[int]
    movies: list[Movie]
    awards: list[Award]
    undo_seat: int
    undo_count: int

    def copy(self) -> "State":
        """Return an independent copy: what is played on one is not seen by the other."""
        twin = State.__new__(State)
        twin.setup = self.setup
        twin.edition = self.edition
        twin.quarter = self.quarter
        twin.location = self.location
        twin.phase = self.phase
        twin.turn = self.turn
        twin.popcorn = self.popcorn
        twin.money = self.money[:]
        twin.pot = self.pot
        twin.bid = self.bid
        twin.bids = self.bids
        twin.leader = self.leader
        twin.sales = self.sales[:]
        twin.queue = self.queue[:]
        twin.offered = self.offered[:]
        twin.hand = self.hand[:]
        twin.screenplays = [held[:] for held in self.screenplays]
        twin.top = self.top[:]
        twin.under = self.under[:]
        twin.takes = self.takes[:]
        twin.missing = self.missing[:]
        twin.discarded = self.discarded[:]
        twin.drawn = self.drawn
        twin.markers = self.markers[:]
        twin.movies = self.movies[:]
        twin.awards = self.awards[:]
        twin.undo_seat = self.undo_seat
        twin.undo_count = self.undo_count
        return twin

    def lot(self) -> tuple[int, ...]:
        """Return the tiles that belong to the location being visited."""
        return self.lot_at(self.quarter, self.location)

    def lot_ids(self) -> tuple[str, ...]:
        """Return the ids of the tiles of the location being visited."""
        return tuple(self.edition.tiles[tile].id for tile in self.lot())

    def lot_at(self, quarter: int, location: int) -> tuple[int, ...]:
        """Return the tiles of a location in a quarter, seen or not."""
        setup = self.setup
        if self.edition.board[location].is_legend:
            return (setup.deal.legends[quarter - 1],)
        return setup.deal.bag[self.edition.lots(setup.seats)[quarter - 1][location]]

    def stack(self, space: int) -> list[int]:
        """Return the tiles on a space, lowest first."""
        tiles = []
        tile = self.top[space]
        while tile != NO_TILE:
            tiles.append(tile)
            tile = self.under[tile]
        return tiles[::-1]


def empty_table(setup: Setup) -> State:
    """Return the table before the first quarter: everybody's screenplays and money, nothing visited."""
    edition = setup.edition
    state = State()
    state.setup = setup
    state.edition = edition
    state.quarter = 1
    state.location = 0
    state.phase = VISITED
    state.turn = NOBODY
    state.popcorn = setup.first
    state.money = [edition.money[setup.seats]] * setup.seats
    state.pot = 0
    state.bid = NO_BID
    state.bids = (NO_BID,) * setup.seats
    state.leader = NOBODY
    state.sales = []
    state.queue = []
    state.offered = []
    state.hand = []
    state.screenplays = [list(edition.screenplays_of(studio)) for studio in setup.studios]
    state.top = [NO_TILE] * len(edition.space_kind)
    state.under = [NO_TILE] * len(edition.tiles)
    state.takes = [EMPTY_TAKES[kind] for kind in edition.space_kind]
    state.missing = list(edition.required)
    state.discarded = []
    state.drawn = 0
    state.markers = list(range(len(MARKERS)))
    state.movies = []
    state.awards = []
    state.undo_seat = NOBODY
    state.undo_count = 0
    return state
