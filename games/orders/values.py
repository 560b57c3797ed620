"""Orders as values: what a seat says in advance about lots, parties and where tiles go."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from games.engine import Move


class Say(StrEnum):
    """What is said about a lot or a party."""

    ASK = "ask"
    LIMIT = "limit"
    PASS = "pass"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class PlaceRule:
    """A tile, or a kind of tile, goes on a screenplay: on an empty space, or over another tile where that is said."""

    what: str  # a tile's id or the name of a kind
    screenplay: str
    covers: bool = False


@dataclass(frozen=True, slots=True)
class LotOrder:
    """What is said about one lot. Where a condition fails, it asks, unless its owner said that it then passes."""

    say: Say = Say.ASK
    limit: int = 0
    drives: bool = False  # bid only as long as two others are still in: not to buy, as far as that can be had
    unless_won: int | None = None  # only if I did not win the lot of this location
    while_leads: int | None = None  # only while this seat leads
    keeps: int = 0  # only while I have at least so much left
    otherwise: Say = Say.ASK  # ASK or PASS
    places: tuple[PlaceRule, ...] = ()  # where its tiles go, before all other wishes


@dataclass(frozen=True, slots=True)
class PlacingWishes:
    """Where tiles go: as the first rule that fits says, or out of the match if they may, or as the director would."""

    rules: tuple[PlaceRule, ...] = ()
    discards: tuple[str, ...] = ()  # kinds, or tiles, that may be thrown away
    as_director: bool = False


@dataclass(frozen=True, slots=True)
class TileWish:
    """A tile of some kind with at least so many stars."""

    kind: str
    stars: int = -1


@dataclass(frozen=True, slots=True)
class PartyWish:
    """The first of these that is on offer, with the most stars; or as the director would. With neither it asks."""

    tiles: tuple[TileWish, ...] = ()
    as_director: bool = False


@dataclass(frozen=True, slots=True)
class Orders:
    """All that a seat says in advance: about one quarter, and, until it changes its mind, about tiles."""

    quarter: int = 0
    lots: Mapping[int, LotOrder] = field(default_factory=dict)  # by location
    parties: Mapping[int, PartyWish] = field(default_factory=dict)  # by location, before the one for all
    cap: int | None = None  # on what all lots of the quarter cost together
    placing: PlacingWishes = PlacingWishes()
    party: PartyWish = PartyWish()

    def of(self, quarter: int) -> "Orders":
        """Return what is said for a quarter: about another one nothing has been said yet."""
        return self if self.quarter == quarter else Orders(quarter, placing=self.placing, party=self.party)

    def lot(self, quarter: int, location: int) -> LotOrder:
        return self.of(quarter).lots.get(location, NO_ORDER)

    def party_wish(self, quarter: int, location: int) -> PartyWish:
        return self.of(quarter).parties.get(location, self.party)


@dataclass(frozen=True, slots=True)
class Changes:
    """What an edit says of one quarter; what it does not name stays as it is."""

    quarter: int
    lots: Mapping[int, LotOrder] = field(default_factory=dict)
    parties: Mapping[int, PartyWish] = field(default_factory=dict)
    changes_cap: bool = False
    cap: int | None = None
    placing: PlacingWishes | None = None
    party: PartyWish | None = None

    def made_to(self, orders: Orders) -> Orders:
        """Return the orders as they are after the edit."""
        orders = orders.of(self.quarter)
        return replace(
            orders,
            lots={**orders.lots, **self.lots},
            parties={**orders.parties, **self.parties},
            cap=self.cap if self.changes_cap else orders.cap,
            placing=self.placing or orders.placing,
            party=self.party or orders.party,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What an order plays now. `why` is one of the reasons below, for its owner."""

    moves: tuple[Move, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Ask:
    """An order stops here, and its owner is asked: a condition has failed, or there is something nobody foresaw.

    Reasons: `won` (the lot of `unless_won` is theirs), `leads` (another seat leads), `keeps` (too little would be
    left), `fits` (a wish fits no more), `offered` (nothing that is wished for is on offer).
    """

    why: str


NO_ORDER = LotOrder()
NO_ORDERS = Orders()
