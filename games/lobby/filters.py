"""What somebody wants to see of a list, as the address of its page says it; that of the open tables."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self
from urllib.parse import urlencode

from games.engine import edition_files
from games.models import Match

RATED, CASUAL = "rated", "casual"
WITH_AI, WITHOUT_AI = "with", "without"
MOST_FREE = 4


@dataclass(frozen=True, slots=True)
class QueryFilters:
    """An empty text asks for nothing."""

    @property
    def any(self) -> bool:
        return any(asdict(self).values())

    @property
    def query(self) -> str:
        """As part of an address."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    def replaced(self, **changes: str) -> Self:
        """Return the same with some of it asked otherwise."""
        return type(self)(**{**asdict(self), **changes})


def known_of(query: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return what is known of a query; the rest is forgotten: an old or mistyped address still shows something."""
    asked = {name: str(query.get(name, "")) for name in known}
    return {name: value for name, value in asked.items() if value in known[name]}


@dataclass(frozen=True, slots=True)
class LobbyFilters(QueryFilters):
    """What is asked of the open tables."""

    edition: str = ""
    free: str = ""
    pace: str = ""
    rated: str = ""
    ai: str = ""

    @classmethod
    def read(cls, query: Mapping[str, Any]) -> Self:
        """As far as a query says something that is known."""
        known = {
            "edition": set(edition_files()),
            "free": {str(number) for number in range(1, MOST_FREE + 1)},
            "pace": set(Match.Pace.values),
            "rated": {RATED, CASUAL},
            "ai": {WITH_AI, WITHOUT_AI},
        }
        return cls(**known_of(query, known))

    @property
    def beyond_chips(self) -> bool:
        """Whether something is asked that only the form can ask."""
        return bool(self.edition or self.free or self.ai)
