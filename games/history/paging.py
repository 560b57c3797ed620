"""Pages of a long list by where the last one ended, so that the thousandth is as near as the first."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet

from games.history.filters import Order
from games.models import Match

COUNTED: Final = 1_000  # more than these are not counted
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Between two matches of a list: beside the one with this value and number."""

    value: Any
    pk: int
    is_after: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, and the ways to those before and after them; empty where there are none."""

    matches: list[Match]
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are; where `more`, at least so many."""

    number: int
    more: bool


def count_up_to(matches: QuerySet[Match], most: int = COUNTED) -> Count:
    """Count a few, and do not go on counting."""
    found = matches.order_by().values("pk")[: most + 1].count()
    return Count(min(found, most), more=found > most)


def page_of(
    matches: QuerySet[Match],
    order: Order,
    query: Mapping[str, Any],
    size: int,
    dress: Callable[[QuerySet[Match]], QuerySet[Match]],
) -> Page:
    """Return the page that an address asks for; the first one where it asks for none."""
    cursor = _read_cursor(order, query)
    falling = order.falling if cursor is None or cursor.is_after else not order.falling
    sign = "-" if falling else ""
    beyond = matches if cursor is None else matches.filter(_beyond(order.field, cursor, falling))
    found = list(dress(beyond).order_by(f"{sign}{order.field}", f"{sign}pk")[: size + 1])
    shown, is_more = found[:size], len(found) > size
    if cursor is not None and not cursor.is_after:
        return _page(shown[::-1], order.field, before=is_more, after=True)
    return _page(shown, order.field, before=cursor is not None, after=is_more)


def _page(shown: list[Match], field: str, *, before: bool, after: bool) -> Page:
    if not shown:
        return Page([], "", "")
    return Page(shown, cursor_at(shown[0], field) if before else "", cursor_at(shown[-1], field) if after else "")


def _beyond(field: str, cursor: Cursor, falling: bool) -> Q:
    """Told twice, so that an index finds the beginning by the first half."""
    than = "lt" if falling else "gt"
    return Q(**{f"{field}__{than}e": cursor.value}) & (
        Q(**{f"{field}__{than}": cursor.value}) | Q(**{f"pk__{than}": cursor.pk})
    )


def cursor_at(match: Match, field: str) -> str:
    """Return where a match stands in a list, as part of an address."""
    value = getattr(match, field)
    number = (value - EPOCH) // timedelta(microseconds=1) if isinstance(value, datetime) else value
    return f"{number}.{match.pk}"


def _read_cursor(order: Order, query: Mapping[str, Any]) -> Cursor | None:
    """Return what an address says, or None where it says nothing that can be understood."""
    for name in ("after", "before"):
        found = re.fullmatch(r"(-?\d{1,16})\.(\d{1,18})", str(query.get(name, "")), re.ASCII)
        if found:
            value: Any = int(found[1])
            if order.field.endswith("_at"):
                value = EPOCH + timedelta(microseconds=min(max(value, 0), 10**16 * 9))
            return Cursor(value, int(found[2]), is_after=name == "after")
    return None
