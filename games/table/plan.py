"""A plan: placements laid out but not yet confirmed. It lives in the address and in the form, never in the database."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Discard, Place, Refused, State
from games.engine.placement import check, perform
from games.engine.state import AUCTION, HIDDEN, PARTY, PLACING

SEPARATOR = "~"


@dataclass(frozen=True, slots=True)
class Plan:
    """The tile that is picked up, and what was laid out before."""

    picked: str = ""
    moves: tuple[Place | Discard, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        """The moves as they stand in an address or a form."""
        return tuple(entry_of(move) for move in self.moves)


NO_PLAN = Plan()


def read_plan(picked: str, entries: Sequence[str]) -> Plan:
    """Return a plan from what a browser sent; whatever has not the form of a placement is left out."""
    return Plan(picked, tuple(move for entry in entries if (move := _move(entry)) is not None))


def entry_of(move: Place | Discard) -> str:
    """`tile~screenplay~space`, or `tile` alone to discard it."""
    if isinstance(move, Discard):
        return move.tile
    return SEPARATOR.join((move.tile, move.screenplay, str(move.space)))


def may_plan_ahead(seen: State, viewer: int | None) -> bool:
    """Tell whether tiles in the light may still become the viewer's, who is not placing any now."""
    return seen.phase in (AUCTION, PARTY) and viewer in seen.queue


def in_hand(seen: State, viewer: int) -> State:
    """Return the table as if the tiles in the light were the viewer's: what they would do with them is only a thought.

    At a party they would get one of them, and which one follows from the plan.
    """
    table = seen.copy()
    table.hand = list(seen.lot() if seen.phase == AUCTION else seen.offered)
    table.phase, table.turn = PLACING, viewer
    return table


def think_through(seen: State, plan: Plan) -> tuple[State, tuple[Place | Discard, ...]]:
    """Return the table as it would be after the plan, and as much of the plan as the rules allow."""
    table, kept = seen.copy(), list[Place | Discard]()
    for move in plan.moves:
        try:
            code = check(table, move)
        except Refused:
            break
        perform(table, code, None)
        table.phase = PLACING
        _forget_what_is_hidden(table)
        kept.append(move)
    return table, tuple(kept)


def _forget_what_is_hidden(table: State) -> None:
    """Forget the screenplay, seen by nobody yet, that a second movie would draw: it is not part of the thought."""
    held = table.screenplays[table.turn]
    if held[-1] == HIDDEN:
        held.pop()


def _move(entry: str) -> Place | Discard | None:
    match entry.split(SEPARATOR):
        case [tile]:
            return Discard(tile)
        case [tile, screenplay, space] if space.isascii() and space.isdigit() and len(space) < 4:
            return Place(tile, screenplay, int(space))
    return None
