"""What somebody wants to see of the history, as the address of the page says it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, NamedTuple, Self

from games.engine import edition_files
from games.lobby.filters import CASUAL, RATED, QueryFilters, known_of
from games.models import Match
from games.models.match import MAX_SEATS

WON, LOST = "won", "lost"
LONGEST_TEXT: Final = 60
FIRST_YEAR, LAST_YEAR = 1900, 2999


class Order(NamedTuple):
    """By what the history is sorted; `date` stands for the day a match was over."""

    field: str
    falling: bool


ORDERS: Final = {
    "newest": Order("date", falling=True),
    "oldest": Order("date", falling=False),
    "longest": Order("number", falling=True),
    "shortest": Order("number", falling=False),
    "highest": Order("best_score", falling=True),
    "lowest": Order("best_score", falling=False),
}
DEFAULT_SORT: Final = "newest"


@dataclass(frozen=True, slots=True)
class HistoryFilters(QueryFilters):
    """What is asked of the history."""

    player: str = ""
    text: str = ""
    edition: str = ""
    seats: str = ""
    pace: str = ""
    rated: str = ""
    result: str = ""
    since: str = ""
    until: str = ""
    sort: str = ""

    @classmethod
    def read(cls, query: Mapping[str, Any]) -> Self:
        """As far as a query says something that is known."""
        known = {
            "edition": set(edition_files()),
            "seats": {str(number) for number in range(2, MAX_SEATS + 1)},
            "pace": set(Match.Pace.values),
            "rated": {RATED, CASUAL},
            "result": {WON, LOST},
            "sort": set(ORDERS) - {DEFAULT_SORT},
        }
        return cls(
            **known_of(query, known),
            **{name: _typed(query.get(name, "")) for name in ("player", "text")},
            **{name: _day(query.get(name, "")) for name in ("since", "until")},
        )

    @property
    def any(self) -> bool:
        """Whether less than everything is asked for; an order leaves nothing out."""
        return any(asdict(self.replaced(sort="")).values())

    def order(self, day: str) -> Order:
        """Return how they are sorted, where `day` is the field that says when a match was over."""
        order = ORDERS[self.sort or DEFAULT_SORT]
        return order._replace(field=day) if order.field == "date" else order


def _typed(value: object) -> str:
    """Words as somebody typed them, in one line; no database takes a NUL."""
    return " ".join(str(value).replace("\0", " ").split())[:LONGEST_TEXT]


def _day(value: object) -> str:
    """Return a day as it was typed; in years that no clock has an end of a day can lie beyond all time."""
    try:
        day = date.fromisoformat(str(value))
    except ValueError:
        return ""
    return day.isoformat() if FIRST_YEAR <= day.year <= LAST_YEAR else ""
