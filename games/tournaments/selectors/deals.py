"""A deal at all tables that played it: one row is one seat, and so one comparison; and where the tables parted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache
from django.urls import reverse

from games.edition_words import words_of
from games.engine import Edition
from games.engine.kinds import KINDS
from games.models import Match, RoundSeat, RoundTable, TournamentRound
from games.models.match import DAY
from games.play.services.positions import undone_numbers
from games.table.track import Glyph
from games.tournaments.selectors.people import Who, who_sits

# So many lots are shown where the tables parted; all of them on the page of the round.
WIDEST: Final = 4


@dataclass(frozen=True, slots=True)
class DealCell:
    """What became of a seat at one table. `share` is of the best score of the deal, in percent."""

    letter: str
    who: Who
    score: int | None
    share: int
    half_points: int | None
    has_won: bool
    was_absent: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class DealRow:
    """A seat at all tables."""

    studio: int
    cells: tuple[DealCell, ...]

    @property
    def by_points(self) -> list[DealCell]:
        """The same, the best first: for a narrow page."""
        return sorted(self.cells, key=lambda cell: (-(cell.half_points or 0), -(cell.score or 0), cell.letter))

    @property
    def is_mine(self) -> bool:
        return any(cell.who.is_me for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Deal:
    """A round that is over, side by side."""

    number: int
    tables: tuple[RoundTable, ...]
    rows: tuple[DealRow, ...]
    without_result: tuple[str, ...]  # letters of tables that were put away or have no result

    @property
    def own_row(self) -> DealRow | None:
        return next((row for row in self.rows if row.is_mine), None)


@dataclass(frozen=True, slots=True)
class Price:
    """What a lot went for at one table, to which studio, and the way to that moment."""

    letter: str
    studio: int
    money: str
    url: str
    look: str  # good for the lowest, bad for the highest


@dataclass(frozen=True, slots=True)
class ComparedLot:
    """The same tiles at all tables."""

    place: str
    quarter: int
    glyphs: tuple[Glyph, ...]
    prices: tuple[Price | None, ...]
    spread: int


def deal_of(played: TournamentRound, reader: int | None) -> Deal:
    """Return a round that is over as a table of seats by tables."""
    tables = tuple(played.tables.select_related("match").defer("match__state", "match__opening").order_by("number"))
    seats = list(
        RoundSeat.objects.filter(table__in=tables).select_related("entrant__user", "table__match").order_by("number")
    )
    studios = {
        (match, number): studio
        for match, number, studio in Match.objects.filter(tournament_table__in=tables).values_list(
            "pk", "seats__number", "seats__studio"
        )
    }
    best = max((seat.score or 0 for seat in seats), default=0)
    rows = []
    for number in sorted({seat.number for seat in seats}):
        row = [seat for seat in seats if seat.number == number]
        top = max((seat.half_points or 0 for seat in row), default=0)
        cells = tuple(_cell(seat, best, top, reader) for seat in sorted(row, key=_table_number))
        studio = next((studios.get((seat.table.match_id, number)) for seat in row if seat.table), None)
        rows.append(DealRow(studio or number + 1, cells))
    return Deal(played.number, tables, tuple(rows), tuple(_without_result(tables)))


def _table_number(seat: RoundSeat) -> int:
    return seat.table.number if seat.table else 0


def _cell(seat: RoundSeat, best: int, top: int, reader: int | None) -> DealCell:
    assert seat.table is not None
    points = None if seat.entrant_id is None else seat.half_points
    return DealCell(
        letter=seat.table.letter,
        who=who_sits(seat, reader),
        score=seat.score,
        share=max(0, round(100 * (seat.score or 0) / best)) if best > 0 else 0,
        half_points=points,
        has_won=seat.place == 1,
        was_absent=seat.was_absent,
        is_best=points is not None and points == top and top > 0,
    )


def _without_result(tables: Iterable[RoundTable]) -> Iterable[str]:
    for table in tables:
        match = table.match
        if match is None or match.status != Match.Status.FINISHED or match.voided_at or match.set_aside_at:
            yield table.letter


def compared_lots(deal: Deal, most: int | None = None) -> list[ComparedLot]:
    """Return the lots of a deal with their prices at every table: all in their order, or those that parted most."""
    matches = [table.match for table in deal.tables if table.match is not None]
    if not matches or any(match.sealed for match in matches):
        return []
    sales = [_sales(match) for match in matches]
    studios = [dict(match.seats.values_list("number", "studio")) for match in matches]
    keys = list(dict.fromkeys(key for sold in sales for key in sold))
    lots = [_lot(key, deal.tables, sales, studios, matches) for key in keys]
    if most is None:
        return lots
    return sorted(lots, key=lambda lot: -lot.spread)[:most]


LotKey = tuple[int, str]


def _lot(
    key: LotKey,
    tables: Sequence[RoundTable],
    sales: Sequence[dict[LotKey, dict[str, Any]]],
    studios: Sequence[dict[int, int]],
    matches: Sequence[Match],
) -> ComparedLot:
    words, edition = words_of(matches[0].edition_id), matches[0].edition
    sold = [one.get(key) for one in sales]
    paid = [sale["price"] for sale in sold if sale]
    low, high = min(paid), max(paid)
    with_match = [table for table in tables if table.match is not None]
    prices = tuple(
        Price(
            letter=table.letter,
            studio=studios[number][sale["seat"]],
            money=words.money(sale["price"]),
            url=reverse("replay", args=[matches[number].pk, sale["number"]]),
            look="" if low == high else "good" if sale["price"] == low else "bad" if sale["price"] == high else "",
        )
        if (sale := sold[number])
        else None
        for number, table in enumerate(with_match)
    )
    tiles = next(sale["tiles"] for sale in sold if sale)
    place = next(number for number, location in enumerate(edition.board) if location.id == key[1])
    return ComparedLot(words.location(place), key[0], tuple(_glyph(edition, tile) for tile in tiles), prices, high - low)


def _glyph(edition: Edition, tile_id: str) -> Glyph:
    tile = edition.tile_index[tile_id]
    return Glyph(KINDS[edition.tile_kind[tile]], edition.tile_stars[tile], words_of(edition.id).tile(tile))


def _sales(match: Match) -> dict[LotKey, dict[str, Any]]:
    """Return what was sold where in which quarter, for how much and at which entry; a match that is over keeps it."""
    key = f"sales/{match.pk}/{match.number}"
    kept: list[tuple[LotKey, dict[str, Any]]] | None = cache.get(key)
    if kept is None:
        kept = list(_read_sales(match))
        cache.set(key, kept, DAY)
    return dict(kept)


def _read_sales(match: Match) -> Iterable[tuple[LotKey, dict[str, Any]]]:
    moves = list(match.moves.order_by("number").values_list("number", "entry", "events"))
    undone = undone_numbers([entry for _number, entry, _events in moves])
    quarter = 1
    for number, _entry, events in moves:
        for event in events if number not in undone else ():
            if event["event"] == "lot_won":
                told = {name: event[name] for name in ("seat", "price", "tiles")}
                yield (quarter, event["location"]), {**told, "number": number}
            elif event["event"] == "quarter_began":
                quarter = event["quarter"]
