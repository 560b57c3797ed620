"""How far winning chances can be believed: what was measured, as a page shows it."""

from dataclasses import dataclass
from typing import Any, Final

from games.ai.forecast import place_results, results
from games.ai.tenths import KEPT, MISSED, NEAR_ENOUGH, Tenth, better_than_score, tenths_of
from games.edition_words import words_of

# The side of a chart, and how large a dot is at least and at most.
SIDE: Final = 1000
DOT: Final = 12
LARGEST_DOT: Final = 34


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One edition and number of seats: squared errors of chances, and by how many places those to expect are wrong."""

    edition: str
    seats: int
    positions: int
    ours: float
    score: float
    even: float
    better: int
    places: float
    places_by_score: float


@dataclass(frozen=True, slots=True)
class Dot:
    """What was said and what came, in percent, and where that lies on a chart."""

    said: int
    won: int
    low: int
    high: int
    count: int
    is_kept: bool
    is_missed: bool
    x: int
    y: int
    top: int
    bottom: int
    radius: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """The tenths of one number of seats, both editions together; of all of them where there is no number."""

    seats: int | None
    positions: int
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """All that is told of winning chances."""

    rows: tuple[ErrorRow, ...]
    charts: tuple[Reliability, ...]
    band: str
    kept: int
    missed: int
    tenths: int


def foresight() -> Foresight | None:
    """Return what a reader is told of the figures; None where nothing was measured."""
    measured = results()
    if not measured:
        return None
    by_seats = [_chart(seats, measured) for seats in sorted({row["seats"] for row in measured})]
    dots = [dot for chart in by_seats for dot in chart.dots]
    return Foresight(
        rows=_rows(measured, place_results()),
        charts=(*by_seats, _chart(None, measured)),
        band=_band(),
        kept=sum(dot.is_kept for dot in dots),
        missed=sum(dot.is_missed for dot in dots),
        tenths=len(dots),
    )


def _rows(measured: list[dict[str, Any]], places: list[dict[str, Any]]) -> tuple[ErrorRow, ...]:
    by_case = {(row["edition"], row["seats"]): row for row in places}
    return tuple(_row(row, by_case[row["edition"], row["seats"]]) for row in measured)


def _row(row: dict[str, Any], places: dict[str, Any]) -> ErrorRow:
    brier = row["brier"]
    return ErrorRow(
        edition=words_of(row["edition"]).name,
        seats=row["seats"],
        positions=row["positions"],
        ours=brier["ours"],
        score=brier["score"],
        even=brier["even"],
        better=round(100 * better_than_score(brier)),
        places=places["ours"],
        places_by_score=places["score"],
    )


def _chart(seats: int | None, measured: list[dict[str, Any]]) -> Reliability:
    here = [row for row in measured if seats in (row["seats"], None)]
    tenths = tenths_of(here)
    most = max(tenth.count for tenth in tenths)
    return Reliability(seats, sum(row["positions"] for row in here), tuple(_dot(tenth, most) for tenth in tenths))


def _dot(tenth: Tenth, most: int) -> Dot:
    low, high = tenth.interval
    said, won, low_percent, high_percent = (round(100 * part) for part in (tenth.said, tenth.won, low, high))
    return Dot(
        said=said,
        won=won,
        low=low_percent,
        high=high_percent,
        count=tenth.count,
        is_kept=tenth.verdict == KEPT,
        is_missed=tenth.verdict == MISSED,
        x=round(SIDE * tenth.said),
        y=round(SIDE * (1 - tenth.won)),
        top=round(SIDE * (1 - high)),
        bottom=round(SIDE * (1 - low)),
        radius=round(DOT + (LARGEST_DOT - DOT) * (tenth.count / most) ** 0.5),
    )


def _band() -> str:
    """Return the strip along the diagonal in which a chance is near enough."""
    width = round(SIDE * NEAR_ENOUGH)
    corners = [(0, SIDE), (0, SIDE - width), (SIDE - width, 0), (SIDE, 0), (SIDE, width), (width, SIDE)]
    return " ".join(f"{x},{y}" for x, y in corners)
