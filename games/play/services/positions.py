"""Earlier positions of a match: the deal, and the moves that still stand, played again."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from games.engine import Move, Setup, State, Undo, check, perform, start
from games.engine.moves import from_entry
from games.models import Match
from games.models.played_move import BY_THE_HOUSE


def standing_moves(match: Match) -> list[tuple[int, Move]]:
    """The moves of a match in order, without those that were undone and without the undos."""
    return without_undone(match.moves.order_by("number").values_list("entry", flat=True))


def without_undone(entries: Iterable[list[Any]]) -> list[tuple[int, Move]]:
    """The moves among these entries that still stand."""
    standing: list[tuple[int, Move]] = []
    for entry in entries:
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            standing.append(from_entry(entry))
    return standing


def undone_numbers(entries: Sequence[list[Any]]) -> set[int]:
    """Which entries do not count in the end: moves that were taken back, and the taking back itself."""
    standing: list[int] = []
    for number, entry in enumerate(entries, start=1):
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            standing.append(number)
    return set(range(1, len(entries) + 1)).difference(standing)


def replay_moves(setup: Setup, moves: list[tuple[int, Move]]) -> State:
    """Where a match stands after these moves."""
    state = start(setup)
    for seat, move in moves:
        perform(state, check(state, seat, move))
    return state


def play_through(setup: Setup, entries: Iterable[list[Any]]) -> Iterator[State]:
    """The table before the first entry and after each of them; none of the states is changed afterwards."""
    standing = [start(setup)]
    yield standing[-1]
    for entry in entries:
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            seat, move = from_entry(entry)
            state = standing[-1].copy()
            perform(state, check(state, seat, move))
            standing.append(state)
        yield standing[-1]


def state_after(match: Match, *, undone: int = 0) -> State:
    """Where the match stands, or stood before its latest `undone` moves."""
    moves = standing_moves(match)
    return replay_moves(match.read_state().setup, moves[: len(moves) - undone])


def first_undo(match: Match, undo: Undo) -> datetime | None:
    """When the seat that takes this back has first taken back something in the same turn; None where it has not.

    Its time ran anew from that moment and does not again: whoever takes back again and again would never run out of it.
    """
    undone, first = undo.count, None
    for entry, key, played_at in match.moves.order_by("-number").values_list("entry", "key", "played_at"):
        if key.startswith(BY_THE_HOUSE):
            break
        if entry[1] == "undo":
            undone += entry[2]
            first = played_at if entry[0] == undo.seat else first
        elif undone:
            undone -= 1
        elif entry[0] != undo.seat:
            break
    return first
