"""What happened: facts in the past tense, with ids, enough to tell the story in any language and to show it moving."""

import re
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that everybody at the table saw."""

    def to_json(self) -> dict[str, Any]:
        """Return the fact as plain JSON, its kind under `event`."""
        return {"event": event_name(type(self)), **asdict(self)}


@dataclass(frozen=True, slots=True)
class MatchBegan(Event):
    """The table was laid: studios, money, who starts, the top of the stack, and the legends where they lie open."""

    studios: tuple[int, ...]
    money: int
    popcorn: int
    screenplay: str | None
    legends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuarterBegan(Event):
    """New tiles lie on the board; a location whose tiles are face down has an empty lot here."""

    quarter: int
    lots: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class AuctionOpened(Event):
    quarter: int
    location: str
    tiles: tuple[str, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BidPassed(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class LotWon(Event):
    """The winner paid, took the tiles and the popcorn; every other seat got its share."""

    seat: int
    location: str
    price: int
    tiles: tuple[str, ...]
    share: int
    pot: int


@dataclass(frozen=True, slots=True)
class PartyOpened(Event):
    """The party's tiles were turned up and the order of choosing settled by the faces each seat has."""

    quarter: int
    location: str
    tiles: tuple[str, ...]
    order: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileTaken(Event):
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    seat: int
    tile: str
    screenplay: str
    space: int
    covered: str | None


@dataclass(frozen=True, slots=True)
class TileDiscarded(Event):
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class MovieCompleted(Event):
    seat: int
    screenplay: str
    total: int
    marker: str | None


@dataclass(frozen=True, slots=True)
class ScreenplayDrawn(Event):
    """A seat took the top neutral screenplay; `uncovered` is the one now seen on the stack."""

    seat: int
    screenplay: str
    uncovered: str | None


@dataclass(frozen=True, slots=True)
class AwardMade(Event):
    award: str
    genre: str | None
    quarter: int | None
    screenplay: str | None
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class AwardWithdrawn(Event):
    """Nobody earned it, so it left the match."""

    award: str
    genre: str | None
    quarter: int | None


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    scores: tuple[int, ...]
    places: tuple[int, ...]
    money: tuple[int, ...]
    pot: int


Events = list[Event] | None


def event_name(kind: type[Event]) -> str:
    """Return the name of a kind of event in JSON and templates: `LotWon` is `lot_won`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


EVENT_KINDS: dict[str, type[Event]] = {event_name(kind): kind for kind in Event.__subclasses__()}
