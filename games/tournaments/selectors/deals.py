"""A deal at all tables that played it: one row is one seat, and so one comparison; and where the tables parted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.urls import reverse

from games.edition_words import words_of
from games.engine import Edition
from games.engine.kinds import KINDS
from games.models import Match, RoundSeat, RoundTable, Seat, TournamentRound
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
class ComparedDeal:
    """A round that is over, side by side."""

    number: int
    tables: tuple[RoundTable, ...]
    rows: tuple[DealRow, ...]
    without_result: tuple[str, ...]  # letters of tables that were put away or have no result
    tiles: str  # what the edition calls them

    @property
    def own_row(self) -> DealRow | None:
        return next((row for row in self.rows if row.is_mine), None)


@dataclass(frozen=True, slots=True)
class ComparedPrice:
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
    when: str
    glyphs: tuple[Glyph, ...]
    prices: tuple[ComparedPrice | None, ...]
    spread: int


def deal_of(played: TournamentRound, reader: int | None) -> ComparedDeal:
    """Return a round that is over as a table of seats by tables."""
    tables = tuple(played.tables.select_related("match").defer("match__state", "match__opening").order_by("number"))
    seats = list(RoundSeat.objects.filter(table__in=tables).select_related("entrant__user", "table").order_by("number"))
    best = max((seat.score or 0 for seat in seats), default=0)
    studios = _studios(played)
    rows = [
        _row([seat for seat in seats if seat.number == number], best, studios.get(number, number + 1), reader)
        for number in sorted({seat.number for seat in seats})
    ]
    tiles = words_of(played.tournament.edition_id).word("tile", 2).capitalize()
    return ComparedDeal(played.number, tables, tuple(rows), tuple(_without_result(tables)), tiles)


def _studios(played: TournamentRound) -> dict[int, int]:
    """Return the studio of each seat: the same at every table of a deal."""
    drawn = Seat.objects.filter(match__tournament_table__round=played, studio__isnull=False)
    return {number: studio or 0 for number, studio in drawn.values_list("number", "studio")}


def _row(row: Sequence[RoundSeat], best: int, studio: int, reader: int | None) -> DealRow:
    top = max((seat.half_points or 0 for seat in row), default=0)
    return DealRow(studio, tuple(_cell(seat, best, top, reader) for seat in sorted(row, key=_table_number)))


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


LotKey = tuple[int, str]  # the quarter, and the location's id


class TableSales(NamedTuple):
    """What was sold at one table, by lot."""

    letter: str
    match: Match
    sold: dict[LotKey, dict[str, Any]]
    studios: tuple[int, ...]  # of each seat, the same at all tables


def compared_lots(deal: ComparedDeal, most: int | None = None) -> list[ComparedLot]:
    """Return the lots of a deal with their prices at every table: all in their order, or those that parted most."""
    played = [(table.letter, table.match) for table in deal.tables if table.match is not None]
    if not played or any(match.sealed for _letter, match in played):
        return []
    studios = tuple(row.studio for row in deal.rows)
    tables = [TableSales(letter, match, _sales(match), studios) for letter, match in played]
    lots = [_lot(key, tables) for key in dict.fromkeys(key for table in tables for key in table.sold)]
    return lots if most is None else sorted(lots, key=lambda lot: -lot.spread)[:most]


def _lot(key: LotKey, tables: Sequence[TableSales]) -> ComparedLot:
    edition = tables[0].match.edition
    words = words_of(edition.id)
    sold = [table.sold[key] for table in tables if key in table.sold]
    paid = [sale["price"] for sale in sold]
    place = next(number for number, location in enumerate(edition.board) if location.id == key[1])
    return ComparedLot(
        place=words.location(place),
        when=f"{words.word('quarter')} {key[0]}",
        glyphs=tuple(_glyph(edition, tile) for tile in sold[0]["tiles"]),
        prices=tuple(_price(table, key, min(paid), max(paid)) for table in tables),
        spread=max(paid) - min(paid),
    )


def _price(table: TableSales, key: LotKey, low: int, high: int) -> ComparedPrice | None:
    """Return what a lot went for at one table; None where it was never sold."""
    sale = table.sold.get(key)
    if sale is None:
        return None
    looks = {low: "good", high: "bad"} if low != high else {}
    return ComparedPrice(
        letter=table.letter,
        studio=table.studios[sale["seat"]],
        money=words_of(table.match.edition_id).money(sale["price"]),
        url=reverse("replay", args=[table.match.pk, sale["number"]]),
        look=looks.get(sale["price"], ""),
    )


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
