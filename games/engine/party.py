"""Parties: everybody takes one tile, those with the most faces on their screenplays first."""

from games.engine import placement
from games.engine.events import Events, PartyOpened, TileTaken
from games.engine.moves import Move, Take
from games.engine.refusals import Refused
from games.engine.state import PARTY, State


def begin(state: State, events: Events) -> None:
    """Turn the tiles up and settle the order of choosing once."""
    faces = [count_faces(state, seat) for seat in range(state.setup.seats)]
    state.queue = choosing_order(faces, state.popcorn)
    state.offered = list(state.lot())
    state.undo_count = 0
    if events is not None:
        location = state.edition.board[state.location].id
        events.append(PartyOpened(state.quarter, location, state.lot_ids(), tuple(state.queue), tuple(faces)))
    ask_next(state)


def ask_next(state: State) -> None:
    """Let the next seat of the order choose."""
    state.phase = PARTY
    state.turn = state.queue[0]


def choosing_order(faces: list[int], popcorn: int) -> list[int]:
    """Most faces first; ties go to the popcorn seat or whoever is nearest clockwise from it."""
    seats = len(faces)
    return sorted(range(seats), key=lambda seat: (-faces[seat], (seat - popcorn) % seats))


def settled_order(state: State) -> list[int]:
    """Return the order that was settled when the party began: what was taken there since counts for nothing."""
    before, taken = state.copy(), frozenset(state.lot())
    before.top = [_below(state, tile, taken) for tile in state.top]
    return choosing_order([count_faces(before, seat) for seat in range(state.setup.seats)], state.popcorn)


def _below(state: State, tile: int, taken: frozenset[int]) -> int:
    """Return what lies there when the tiles of this party are lifted."""
    while tile in taken:
        tile = state.under[tile]
    return tile


def count_faces(state: State, seat: int) -> int:
    """Actors and guest stars on all of a seat's screenplays."""
    # Ruling R2: only the top tile of each stack counts, on unfinished and finished screenplays alike.
    spaces, is_face, top = state.edition.spaces, state.edition.tile_is_face, state.top
    faces = 0
    for screenplay in state.screenplays[seat]:
        for space in spaces[screenplay]:
            faces += is_face[top[space]]
    return faces


def options(state: State) -> list[int]:
    """Ruling R3: one of the tiles on offer; it may be discarded afterwards, but it is taken."""
    return state.offered[:]


def check(state: State, move: Move) -> int:
    """Return the move as an integer, or the reason why it is refused."""
    if not isinstance(move, Take):
        raise Refused("party.answer")
    tile = placement.find_tile(state, move.tile)
    if tile is None or tile not in state.offered:
        raise Refused("party.offered", tile=move.tile)
    return tile


def perform(state: State, code: int, events: Events) -> None:
    """Give the seat the tile, to be placed before the next one chooses."""
    seat = state.queue.pop(0)
    state.offered.remove(code)
    placement.note_own_move(state, seat)
    if events is not None:
        events.append(TileTaken(seat, state.edition.tiles[code].id))
    placement.begin(state, seat, (code,))
