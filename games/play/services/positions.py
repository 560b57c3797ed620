"""Earlier positions of a match: the deal, and the moves that still stand, played again."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from games.engine import Move, Setup, State, Undo, check, perform, start
from games.engine.moves import from_entry
from games.models import Match
from games.models.played_move import BY_STAFF


def moves_in_force(match: Match) -> list[tuple[int, Move]]:
    """Return the moves of a match in order, without those that were undone and without the undos."""
    return without_undone(match.moves.order_by("number").values_list("entry", flat=True))


def without_undone(entries: Iterable[list[Any]]) -> list[tuple[int, Move]]:
    """Return the moves among these entries that still stand."""
    kept: list[tuple[int, Move]] = []
    for entry in entries:
        if entry[1] == "undo":
            del kept[-entry[2] :]
        else:
            kept.append(from_entry(entry))
    return kept


def undone_numbers(entries: Sequence[list[Any]]) -> set[int]:
    """Return which entries do not count in the end: moves that were taken back, and the taking back itself."""
    kept: list[int] = []
    for number, entry in enumerate(entries, start=1):
        if entry[1] == "undo":
            del kept[-entry[2] :]
        else:
            kept.append(number)
    return set(range(1, len(entries) + 1)).difference(kept)


def replay_moves(setup: Setup, moves: list[tuple[int, Move]]) -> State:
    """Return where a match stands after these moves."""
    state = start(setup)
    for seat, move in moves:
        perform(state, check(state, seat, move))
    return state


def play_through(setup: Setup, entries: Iterable[list[Any]]) -> Iterator[State]:
    """Yield the table before the first entry and after each of them; none of the states is changed afterwards."""
    kept = [start(setup)]
    yield kept[-1]
    for entry in entries:
        if entry[1] == "undo":
            del kept[-entry[2] :]
        else:
            seat, move = from_entry(entry)
            state = kept[-1].copy()  # those before it were handed out
            perform(state, check(state, seat, move))
            kept.append(state)
        yield kept[-1]


def state_after(match: Match, *, undone: int = 0) -> State:
    """Return where the match stands, or stood before its latest `undone` moves."""
    moves = moves_in_force(match)
    return replay_moves(match.read_state().setup, moves[: len(moves) - undone])


def first_undo(match: Match, undo: Undo) -> datetime | None:
    """When the seat that takes this back has first taken back something in the same turn; None where it has not.

    Its time ran anew from that moment and does not again: whoever takes back again and again would never run out of it.
    """
    undone, first = undo.count, None
    for entry, key, played_at in match.moves.order_by("-number").values_list("entry", "key", "played_at"):
        if key.startswith(BY_STAFF):
            break
        if entry[1] == "undo":
            undone += entry[2]
            first = played_at if entry[0] == undo.seat else first
        elif undone:
            undone -= 1
        elif entry[0] != undo.seat:
            break
    return first
