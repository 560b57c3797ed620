"""Earlier positions of a match: the deal, and the moves that still stand, played again."""

from games.engine import Move, Setup, State, check, perform, start
from games.engine.moves import from_entry
from games.models import Match


def standing_moves(match: Match) -> list[tuple[int, Move]]:
    """The moves of a match in order, without those that were undone and without the undos."""
    standing: list[tuple[int, Move]] = []
    for entry in match.moves.order_by("number").values_list("entry", flat=True):
        if entry[1] == "undo":
            del standing[-entry[2] :]
        else:
            standing.append(from_entry(entry))
    return standing


def replay_moves(setup: Setup, moves: list[tuple[int, Move]]) -> State:
    """Where a match stands after these moves."""
    state = start(setup)
    for seat, move in moves:
        perform(state, check(state, seat, move))
    return state


def state_after(match: Match, *, undone: int = 0) -> State:
    """Where the match stands, or stood before its latest `undone` moves."""
    moves = standing_moves(match)
    return replay_moves(match.read_state().setup, moves[: len(moves) - undone])
