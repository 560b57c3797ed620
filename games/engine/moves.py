"""What a seat wants to do: intentions in the present tense, as values, as record entries and as integers.

The rules work on integers, whose meaning follows from the phase: in an auction PASS or the amount of a bid, at a party
the tile, when placing either `tile * spaces + space` or, below PASS, the tile to discard.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.edition import Edition
from games.engine.refusals import Refused
from games.engine.state import AUCTION, PARTY

PASS: Final = -1


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class Take:
    tile: str


@dataclass(frozen=True, slots=True)
class Place:
    tile: str
    screenplay: str
    space: int


@dataclass(frozen=True, slots=True)
class Discard:
    tile: str


Move = Bid | Pass | Take | Place | Discard

VERBS: Final[dict[str, type[Bid | Pass | Take | Place | Discard]]] = {
    "bid": Bid,
    "pass": Pass,
    "take": Take,
    "place": Place,
    "discard": Discard,
}
_VERB_OF: Final = {kind: verb for verb, kind in VERBS.items()}


def place_code(edition: Edition, tile: int, space: int) -> int:
    return tile * len(edition.space_kind) + space


def discard_code(tile: int) -> int:
    return PASS - 1 - tile


def discarded_tile(code: int) -> int:
    return PASS - 1 - code


def move_of(edition: Edition, phase: int, code: int) -> Move:
    """Return the move that an integer stands for in a phase."""
    if phase == AUCTION:
        return Pass() if code == PASS else Bid(code)
    if phase == PARTY:
        return Take(edition.tiles[code].id)
    if code < 0:
        return Discard(edition.tiles[discarded_tile(code)].id)
    tile, space = divmod(code, len(edition.space_kind))
    screenplay = edition.space_screenplay[space]
    return Place(edition.tiles[tile].id, edition.screenplays[screenplay].id, space - edition.spaces[screenplay].start)


def to_entry(seat: int, move: Move) -> list[Any]:
    """Return the move as a match record has it: `[1, "bid", 3]`."""
    return [seat, _VERB_OF[type(move)], *(getattr(move, name) for name in move.__dataclass_fields__)]


def from_entry(entry: object) -> tuple[int, Move]:
    """Return who moves and what, from a record's entry; refused where it has not the form of a move."""
    if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) < 2:
        raise Refused("move.form", what="a move is a seat, a verb and what it needs")
    seat, verb, *details = entry
    if not is_whole(seat):
        raise Refused("move.form", what="the seat is a number")
    kind = VERBS.get(verb) if isinstance(verb, str) else None
    if kind is None:
        raise Refused("move.form", what=f"the verbs are {', '.join(VERBS)}")
    if len(details) != len(kind.__dataclass_fields__):
        raise Refused("move.form", what=f"{verb} takes {', '.join(kind.__dataclass_fields__) or 'nothing more'}")
    return seat, kind(*details)


def is_whole(value: object) -> bool:
    """Tell whether this is a whole number in JSON's sense: neither true or false nor 3.0."""
    return type(value) is int
