"""An analysis as a page shows it: bands of a chart, bars of lots, sentences about decisions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Final

from django.utils.translation import gettext as _

from games.history.replay import MatchReplay
from games.table.people import Person

WIDTH, HEIGHT = 1000, 300
FAIR: Final = 1  # a price this near to the worth is fair


@dataclass(frozen=True, slots=True)
class Band:
    """One seat's share of the chart, and its chance at the end of what is known."""

    person: Person
    path: str
    percent: int


@dataclass(frozen=True, slots=True)
class MistakeMark:
    """Where a decision cost something."""

    x: float
    url: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """One line of the same as a table."""

    number: int
    url: str
    quarter: int
    place: str
    percents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot: who bought it for how much, and what it was worth to whom, as shares of the widest bar."""

    quarter: int
    place: str
    url: str
    buyer: Person
    rival: Person
    price: int
    worth: int
    rival_worth: int
    price_share: float
    worth_share: float
    rival_share: float
    verdict: str


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that cost something, in words."""

    number: int
    url: str
    person: Person
    is_mine: bool
    words: str
    cost: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Where somebody's result came from, in hundredths."""

    person: Person
    is_mine: bool
    start: int
    deal: int
    decisions: int
    rivals: int
    luck: int
    end: int


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """All of it."""

    bands: tuple[Band, ...]
    marks: tuple[MistakeMark, ...]
    rounds: tuple[float, ...]
    chances: tuple[ChanceRow, ...]
    lots: tuple[LotRow, ...]
    decisions: tuple[CostlyDecision, ...]
    summaries: tuple[Summary, ...]


def page_of(content: dict[str, Any], replay: MatchReplay) -> AnalysisPage | None:
    """Return what a page shows of an analysis; None as long as nothing is known."""
    chances = content.get("chances", [])
    if not chances:
        return None
    last = max(replay.timeline.last, 1)
    return AnalysisPage(
        bands=_bands(chances, replay, last),
        marks=tuple(
            MistakeMark(WIDTH * one["number"] / last, replay.address(one["number"]), one["seat"] == replay.viewer)
            for one in content["mistakes"]
        ),
        rounds=tuple(
            WIDTH * now["number"] / last for before, now in pairwise(chances) if now["quarter"] != before["quarter"]
        ),
        chances=tuple(_chance_row(one, replay) for one in chances),
        lots=_lots(content["lots"], replay),
        decisions=tuple(_decision(one, replay) for one in content["mistakes"]),
        summaries=tuple(_summary(seat, row, replay) for seat, row in enumerate(content["balance"])),
    )


def _order(replay: MatchReplay) -> list[int]:
    """Return the seats from the floor of the chart up: the reader's own first."""
    seats = range(len(replay.people))
    return sorted(seats, key=lambda seat: (seat != replay.viewer, seat))


def _bands(chances: Sequence[dict[str, Any]], replay: MatchReplay, last: int) -> tuple[Band, ...]:
    order = _order(replay)
    columns = [(WIDTH * one["number"] / last, list(accumulate(one["win"][seat] for seat in order))) for one in chances]
    bands = []
    for level, seat in enumerate(order):
        above = [(x, heights[level]) for x, heights in columns]
        below = [(x, heights[level - 1] if level else 0.0) for x, heights in reversed(columns)]
        path = " ".join(f"{x:.1f},{HEIGHT * (1 - height):.1f}" for x, height in [*above, *below])
        bands.append(Band(replay.people[seat], path, round(100 * chances[-1]["win"][seat])))
    return tuple(bands)


def _chance_row(one: dict[str, Any], replay: MatchReplay) -> ChanceRow:
    percents = tuple(round(100 * chance) for chance in one["win"])
    place = replay.words.location(one["location"])
    return ChanceRow(one["number"], replay.address(one["number"]), one["quarter"], place, percents)


def _lots(lots: Sequence[dict[str, Any]], replay: MatchReplay) -> tuple[LotRow, ...]:
    widest = max([1, *(max(lot["price"], lot["worth"], lot["rival_worth"]) for lot in lots)])
    return tuple(_lot(lot, replay, lambda value: 100 * value / widest) for lot in lots)


def _lot(lot: dict[str, Any], replay: MatchReplay, share: Callable[[int], float]) -> LotRow:
    return LotRow(
        quarter=lot["quarter"],
        place=replay.words.location(lot["location"]),
        url=replay.address(lot["number"]),
        buyer=replay.people[lot["winner"]],
        rival=replay.people[lot["rival"]],
        price=lot["price"],
        worth=lot["worth"],
        rival_worth=lot["rival_worth"],
        price_share=share(lot["price"]),
        worth_share=share(lot["worth"]),
        rival_share=share(lot["rival_worth"]),
        verdict=_verdict(lot),
    )


def _verdict(lot: dict[str, Any]) -> str:
    if lot["price"] > lot["worth"] + FAIR:
        return _("too dear")
    if lot["price"] < lot["worth"] - FAIR:
        return _("a bargain")
    return _("driven up") if lot["driven_up"] else _("fair")


def _decision(one: dict[str, Any], replay: MatchReplay) -> CostlyDecision:
    person, is_mine = replay.people[one["seat"]], one["seat"] == replay.viewer
    sums = {"price": replay.words.money(one["price"]), "worth": replay.words.money(one["worth"]), "name": person.name}
    words = _sentence(one["kind"], is_mine=is_mine) % sums
    return CostlyDecision(
        one["number"], replay.address(one["number"]), person, is_mine, words, round(100 * one["cost"])
    )


def _sentence(kind: str, *, is_mine: bool) -> str:
    if kind == "passed" and is_mine:
        return _("You passed at %(price)s; the lot was worth about %(worth)s to you.")
    if kind == "passed":
        return _("%(name)s passed at %(price)s; the lot was worth about %(worth)s there.")
    if is_mine:
        return _("You paid %(price)s; the lot was worth about %(worth)s to you.")
    return _("%(name)s paid %(price)s; the lot was worth about %(worth)s there.")


def _summary(seat: int, row: dict[str, float], replay: MatchReplay) -> Summary:
    even = 100 / len(replay.people)
    parts = {name: round(100 * row[name]) for name in ("deal", "decisions", "rivals")}
    start, end = round(even), round(even + 100 * row["result"])
    luck = end - start - sum(parts.values())  # what is rounded off lies here, so that the parts add up
    return Summary(replay.people[seat], seat == replay.viewer, start=start, **parts, luck=luck, end=end)
