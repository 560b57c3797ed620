"""Price against worth, lot by lot: as a picture, and as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.analysis.decisions import Address
from games.engine.kinds import KINDS
from games.history.replay import MatchReplay
from games.table.people import Person

FAIR: Final = 1  # a price this near to the worth is fair
TICKS: Final = 4


@dataclass(frozen=True, slots=True)
class LotTile:
    """A tile of a lot in small: its kind and its stars."""

    kind: str
    stars: int
    name: str


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot: who bought it for how much, and what it was worth to whom; the shares are of the widest bar."""

    quarter: int
    place: str
    url: str
    buyer: Person
    rival: Person
    tiles: tuple[LotTile, ...]
    price: int
    price_words: str
    worth: int
    rival_worth: int
    price_share: float
    worth_share: float
    rival_share: float
    verdict: str
    is_bargain: bool
    is_dear: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class LotRound:
    """The lots of a round, and what was paid for them in all."""

    number: int
    lots: tuple[LotRow, ...]
    paid: int


@dataclass(frozen=True, slots=True)
class BuyerSum:
    """What somebody bought: how many lots, for how much, and what they were worth to them."""

    person: Person
    is_mine: bool
    lots: int
    paid: str
    worth: str
    gained: int
    gained_words: str


@dataclass(frozen=True, slots=True)
class LotsPart:
    """All lots, round by round, on one scale."""

    rounds: tuple[LotRound, ...]
    sums: tuple[BuyerSum, ...]
    ticks: tuple[str, ...]  # of the scale, from nothing to its end
    count: int
    now: LotRound | None  # the one of the cursor
    all: str


def lots_of(content: dict[str, Any], replay: MatchReplay, address: Address, at: int) -> LotsPart:
    """Return every lot that is known so far."""
    lots: list[dict[str, Any]] = content["lots"]
    dearest = max([1, *(max(lot["price"], lot["worth"], lot["rival_worth"]) for lot in lots)])
    step = -(-dearest // TICKS)
    widest = step * TICKS
    now = replay.timeline.steps[at]
    rows = [_row(lot, replay, address, widest, is_now=_is_at(lot, now.quarter, now.location)) for lot in lots]
    rounds = tuple(_round(number, rows) for number in sorted({row.quarter for row in rows}))
    return LotsPart(
        rounds=rounds,
        sums=tuple(_sum(person, rows, replay) for person in replay.people),
        ticks=tuple(replay.words.money(value) for value in range(0, widest + 1, step)),
        count=len(rows),
        now=next((one for one in rounds if one.number == now.quarter), None),
        all=address(at=at, lots=1),
    )


def _is_at(lot: dict[str, Any], quarter: int, location: int) -> bool:
    return (lot["quarter"], lot["location"]) == (quarter, location)


def _round(number: int, rows: Sequence[LotRow]) -> LotRound:
    own = tuple(row for row in rows if row.quarter == number)
    return LotRound(number, own, sum(row.price for row in own))


def _sum(person: Person, rows: Sequence[LotRow], replay: MatchReplay) -> BuyerSum:
    bought = [row for row in rows if row.buyer == person]
    paid, worth = sum(row.price for row in bought), sum(row.worth for row in bought)
    return BuyerSum(
        person=person,
        is_mine=person.number == replay.viewer,
        lots=len(bought),
        paid=replay.words.money(paid),
        worth=replay.words.money(worth),
        gained=worth - paid,
        gained_words=replay.words.money(abs(worth - paid)),
    )


def _row(lot: dict[str, Any], replay: MatchReplay, address: Address, widest: int, *, is_now: bool) -> LotRow:
    return LotRow(
        quarter=lot["quarter"],
        place=replay.words.location(lot["location"]),
        url=address(at=lot["number"]),
        buyer=replay.people[lot["winner"]],
        rival=replay.people[lot["rival"]],
        tiles=_tiles(lot, replay),
        price=lot["price"],
        price_words=replay.words.money(lot["price"]),
        worth=lot["worth"],
        rival_worth=lot["rival_worth"],
        price_share=round(100 * lot["price"] / widest, 1),
        worth_share=round(100 * lot["worth"] / widest, 1),
        rival_share=round(100 * lot["rival_worth"] / widest, 1),
        verdict=_verdict(lot),
        is_bargain=_is_bargain(lot),
        is_dear=_is_dear(lot),
        is_now=is_now,
    )


def _tiles(lot: dict[str, Any], replay: MatchReplay) -> tuple[LotTile, ...]:
    edition = replay.words.edition
    numbers = replay.timeline.states[0].lot_at(lot["quarter"], lot["location"])
    tiles = [(edition.tiles[number], number) for number in numbers]
    return tuple(LotTile(KINDS[tile.kind], tile.stars, replay.words.tile(number)) for tile, number in tiles)


def _verdict(lot: dict[str, Any]) -> str:
    if _is_dear(lot):
        return _("too expensive")
    if _is_bargain(lot):
        return _("a bargain")
    return _("driven up") if lot["driven_up"] else _("fair")


def _is_dear(lot: dict[str, Any]) -> bool:
    return lot["price"] > lot["worth"] + FAIR and _is_sure(lot)


def _is_bargain(lot: dict[str, Any]) -> bool:
    return lot["price"] < lot["worth"] - FAIR and _is_sure(lot)


def _is_sure(lot: dict[str, Any]) -> bool:
    """Tell whether the price was good or bad beyond the noise; of what was found earlier that is not known."""
    return bool(lot.get("is_sure", True))
