"""What the API takes and gives, for its documents and for checking what comes in."""

from datetime import datetime
from typing import Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

Move = list[str | int]


class Strict(Schema):
    """What is not known is refused: a misspelt name must not be taken for a default."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Strict):
    """A table to open; those who are not named as AI are waited for."""

    edition: str = "dream-factory-2009"
    seats: int = Field(4, ge=2, le=5)
    ai: list[str] = Field(default_factory=list, max_length=4)
    pace: Literal["live", "slow"] = "live"
    open_money: bool = False
    fast_ai: bool = False
    rated: bool = False
    bots_allowed: bool = True


class NewMove(Strict):
    """The next entry of a match: a move as it stands in a record, without the seat."""

    number: int = Field(ge=1, le=1_000_000)
    move: Move = Field(min_length=1, max_length=4)
    key: str = Field("", max_length=64, pattern=r"^[\x21-\x7e]*$")


class Me(Schema):
    name: str
    is_bot: bool
    scopes: list[str]
    ratings: dict[str, float]


class SeatOut(Schema):
    number: int
    name: str | None
    kind: Literal["person", "bot", "ai"] | None
    level: str | None
    studio: int | None
    away: bool


class ScreenplayOut(Schema):
    id: str
    spaces: list[list[str]]
    complete: bool
    total: int
    marker: str | None


class LocationOut(Schema):
    id: str
    tiles: list[str] | None


class ViewOut(Schema):
    """What the account's seat may know; null where it may not."""

    quarter: int
    phase: Literal["auction", "party", "placing", "over"]
    location: str
    lot: list[str]
    bid: int | None
    leader: int | None
    queue: list[int]
    popcorn: int
    money: list[int | None]
    pot: int
    offered: list[str]
    hand: list[str]
    screenplays: list[list[ScreenplayOut]]
    locations: list[LocationOut]
    markers_left: list[int]
    marker_names_left: list[str]
    movies: list[dict[str, Any]]
    awards: list[dict[str, Any]]
    next_screenplay: str | None
    scores: list[int] | None


class EntryOut(Schema):
    number: int
    seat: int
    move: Move
    events: list[dict[str, Any]]


class TableOut(Schema):
    id: int
    edition: str
    status: Literal["open", "running", "finished", "ended"]
    number: int
    version: int
    pace: Literal["live", "slow"]
    rated: bool
    seats: list[SeatOut]
    my_seat: int | None
    turn: int | None
    my_turn: bool
    deadline: datetime | None
    view: ViewOut | None
    legal: list[Move]
    log: list[EntryOut]


class TableList(Schema):
    tables: list[TableOut]
    next: str | None


class ProblemOut(Schema):
    """An error; a refused move has the key of the rule besides, a stale one the fresh table."""

    type: str
    title: str
    status: int
    detail: str
    rule: str | None = None
    table: TableOut | None = None
