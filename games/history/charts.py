"""Charts of a finished match: points and money over its lots, and what each lot was sold for."""

from collections.abc import Callable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine import State, points
from games.engine.state import Sale
from games.history.replay import MatchReplay
from games.history.timeline import Timeline, quarter_of
from games.render_cache import part_cache
from games.table.people import Person

HEIGHT = 100


@dataclass(frozen=True, slots=True)
class Curve:
    """One seat's line: its values by lot, and the same as points of a polyline."""

    person: Person
    values: tuple[int, ...]
    path: str


@dataclass(frozen=True, slots=True)
class MatchChart:
    """Curves over the lots of a match. `quarters` are where a new one begins, as shares of the width."""

    curves: tuple[Curve, ...]
    highest: int
    width: int
    quarters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """A lot that was auctioned: what it cost, how many stars it had, and the price as a share of the highest."""

    quarter: int
    place: str
    buyer: Person
    price: int
    stars: int
    share: int


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of a match."""

    points: MatchChart
    money: MatchChart
    prices: tuple[Price, ...]


def draw_charts(replay: MatchReplay) -> SafeString:
    """Return the charts as part of a page, drawn once for all who watch; nothing where there are none to show."""
    if not (replay.shows_all and replay.timeline.is_over):
        return SafeString("")
    drawn: SafeString = part_cache(("charts", replay.key, replay.words.language), lambda: _draw(replay))
    return drawn


def _draw(replay: MatchReplay) -> SafeString:
    return render_to_string("games/history/charts.html", {"replay": replay, "charts": charts_of(replay)})


def charts_of(replay: MatchReplay) -> Charts | None:
    """Return the charts of a match that is over; None while anything of it is secret."""
    if not (replay.shows_all and replay.timeline.is_over):
        return None
    return Charts(
        points=_chart(replay, lambda state, seat: points(state, seat).total),
        money=_chart(replay, lambda state, seat: state.money[seat]),
        prices=_prices(replay),
    )


def _chart(replay: MatchReplay, value: Callable[[State, int], int]) -> MatchChart:
    timeline = replay.timeline
    beginnings = timeline.beginnings()
    states = [*(timeline.states[step.number] for step in beginnings), timeline.states[-1]]
    values = [tuple(value(state, person.number) for state in states) for person in replay.people]
    highest = max(1, *(max(row) for row in values))
    curves = zip(replay.people, values, strict=True)
    quarters = [
        number
        for number, step in enumerate(beginnings)
        if number and quarter_of(step) != beginnings[number - 1].quarter
    ]
    return MatchChart(
        curves=tuple(Curve(person, row, _path(row, highest)) for person, row in curves),
        highest=highest,
        width=len(states) - 1,
        quarters=tuple(quarters),
    )


def _path(values: tuple[int, ...], highest: int) -> str:
    return " ".join(f"{number},{HEIGHT - round(HEIGHT * value / highest, 1)}" for number, value in enumerate(values))


def _prices(replay: MatchReplay) -> tuple[Price, ...]:
    sales = _sales(replay.timeline)
    highest = max([1, *(sale.price for _, sale in sales)])
    stars = replay.words.edition.tile_stars
    return tuple(
        Price(
            quarter=quarter,
            place=replay.words.location(sale.location),
            buyer=replay.people[sale.seat],
            price=sale.price,
            stars=sum(stars[tile] for tile in replay.timeline.states[-1].lot_at(quarter, sale.location)),
            share=round(100 * sale.price / highest),
        )
        for quarter, sale in sales
    )


def _sales(timeline: Timeline) -> list[tuple[int, Sale]]:
    """Return what was sold in each quarter, in order: as the last step of the quarter remembers it."""
    ends = {step.quarter: timeline.states[step.number] for step in timeline.steps if step.stands}
    return [(quarter, sale) for quarter, state in sorted(ends.items()) for sale in state.sales]
