"""Earlier positions of a match: the deal, and the moves that still stand, played again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.engine import Move, Setup, State, check, perform, start
from games.engine.moves import from_entry
from games.models import Match


def moves_in_force(match: Match) -> list[tuple[int, Move]]:
    """Return the moves of a match in order, without those that were undone and without the undos."""
    return without_undone(match.moves.order_by("number").values_list("entry", flat=True))


def without_undone(entries: Iterable[list[Any]]) -> list[tuple[int, Move]]:
    """Return the moves among these entries that still stand."""
    standing: list[tuple[int, Move]] = []
    for entry in entries:
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            standing.append(from_entry(entry))
    return standing


def undone_numbers(entries: Sequence[list[Any]]) -> set[int]:
    """Return which entries do not count in the end: moves that were taken back, and the taking back itself."""
    standing: list[int] = []
    for number, entry in enumerate(entries, start=1):
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            standing.append(number)
    return set(range(1, len(entries) + 1)).difference(standing)


def replay_moves(setup: Setup, moves: list[tuple[int, Move]]) -> State:
    """Return where a match stands after these moves."""
    state = start(setup)
    for seat, move in moves:
        perform(state, check(state, seat, move))
    return state


def play_through(setup: Setup, entries: Iterable[list[Any]]) -> Iterator[State]:
    """Yield the table before the first entry and after each of them; none of the states is changed afterwards."""
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
    """Return where the match stands, or stood before its latest `undone` moves."""
    moves = moves_in_force(match)
    return replay_moves(match.read_state().setup, moves[: len(moves) - undone])
