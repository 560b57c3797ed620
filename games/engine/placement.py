"""Placing: each tile received goes on a screenplay or out of the match, and a full screenplay becomes a movie."""

from collections.abc import Iterable

from games.engine import awards
from games.engine.events import Events, MovieCompleted, ScreenplayDrawn, TileDiscarded, TilePlaced
from games.engine.kinds import COVERED_TAKES, GUEST_STAR, KINDS, NOTHING, kinds_in
from games.engine.markers import NO_MARKER, best_marker, marker_name
from games.engine.moves import Discard, Move, Place, discard_code, discarded_tile, is_whole, place_code
from games.engine.refusals import Refused
from games.engine.state import NO_TILE, PLACING, VISITED, Movie, State


def begin(state: State, seat: int, tiles: Iterable[int]) -> None:
    """Give the seat tiles, to be placed before play goes on."""
    state.phase = PLACING
    state.turn = seat
    state.hand = list(tiles)


def options(state: State) -> list[int]:
    """Return every space each tile in hand fits, and, Ruling R12, discarding it, even where that is all."""
    edition, takes, missing = state.edition, state.takes, state.missing
    spaces, spaces_in_all = edition.spaces, len(edition.space_kind)
    unfinished = [screenplay for screenplay in state.screenplays[state.turn] if missing[screenplay]]
    codes = []
    for tile in state.hand:
        bit = edition.tile_bit[tile]
        base = tile * spaces_in_all
        for screenplay in unfinished:
            for space in spaces[screenplay]:
                if takes[space] & bit:
                    codes.append(base + space)  # noqa: PERF401 - a comprehension is slower in these short loops
        codes.append(discard_code(tile))
    return codes


def check(state: State, move: Move) -> int:
    """Return the move as an integer, or the reason why it is refused."""
    if not isinstance(move, Place | Discard):
        raise Refused("placing.answer")
    tile = find_tile(state, move.tile)
    if tile is None or tile not in state.hand:
        raise Refused("placing.hand", tile=move.tile)
    if isinstance(move, Discard):
        return discard_code(tile)
    space = _find_space(state, move)
    if not state.takes[space] & state.edition.tile_bit[tile]:
        kind = KINDS[state.edition.tile_kind[tile]]
        raise Refused("placing.fits", kind=kind, takes=" or ".join(kinds_in(state.takes[space])))
    return place_code(state.edition, tile, space)


def _find_space(state: State, move: Place) -> int:
    edition = state.edition
    screenplay = edition.screenplay_index.get(move.screenplay) if isinstance(move.screenplay, str) else None
    if screenplay is None or screenplay not in state.screenplays[state.turn]:
        raise Refused("placing.owner", screenplay=move.screenplay)
    if not is_whole(move.space) or not 0 <= move.space < len(edition.spaces[screenplay]):
        raise Refused("placing.space", screenplay=move.screenplay)
    if not state.missing[screenplay]:
        raise Refused("placing.complete", screenplay=move.screenplay)
    return edition.spaces[screenplay][move.space]


def find_tile(state: State, tile_id: object) -> int | None:
    """Return the tile of that id, or None for whatever is not a tile's id."""
    return state.edition.tile_index.get(tile_id) if isinstance(tile_id, str) else None


def perform(state: State, code: int, events: Events) -> None:
    """One tile leaves the hand; with the last one the placing is finished."""
    note_own_move(state, state.turn)
    if code < 0:
        _discard(state, discarded_tile(code), events)
    else:
        tile, space = divmod(code, len(state.edition.space_kind))
        _place(state, tile, space, events)
    if not state.hand:
        state.phase = VISITED


def note_own_move(state: State, seat: int) -> None:
    """Let a seat take back its own takes and placings until another seat acts or something hidden is revealed."""
    if state.undo_seat == seat:
        state.undo_count += 1
    else:
        state.undo_seat = seat
        state.undo_count = 1


def _discard(state: State, tile: int, events: Events) -> None:
    state.hand.remove(tile)
    state.discarded.append(tile)
    if events is not None:
        events.append(TileDiscarded(state.turn, state.edition.tiles[tile].id))


def _place(state: State, tile: int, space: int, events: Events) -> None:
    edition = state.edition
    screenplay = edition.space_screenplay[space]
    state.hand.remove(tile)
    covered = lay(state, tile, space)
    if events is not None:
        covered_id = None if covered == NO_TILE else edition.tiles[covered].id
        index = space - edition.spaces[screenplay].start
        title = edition.screenplays[screenplay].id
        events.append(TilePlaced(state.turn, edition.tiles[tile].id, title, index, covered_id))
    if not state.missing[screenplay]:
        _complete(state, screenplay, events)


def lay(state: State, tile: int, space: int) -> int:
    """Put a tile on top of a space; return what it covers, or NO_TILE."""
    edition = state.edition
    covered = state.top[space]
    state.under[tile] = covered
    state.top[space] = tile
    state.takes[space] = COVERED_TAKES[edition.tile_kind[tile]]
    if covered == NO_TILE and edition.space_kind[space] != GUEST_STAR:
        state.missing[edition.space_screenplay[space]] -= 1
    return covered


def _complete(state: State, screenplay: int, events: Events) -> None:
    """At once: the total, the marker, the award for the first of its genre, and a new screenplay."""
    movie = rate(state, screenplay)
    state.movies.append(movie)
    if movie.marker != NO_MARKER:
        state.markers.remove(movie.marker)
    for space in state.edition.spaces[screenplay]:
        state.takes[space] = NOTHING
    if events is not None:
        title = state.edition.screenplays[screenplay].id
        events.append(MovieCompleted(state.turn, title, movie.total, marker_name(movie.marker)))
    awards.award_first_movie(state, movie, events)
    _draw_screenplay(state, events)


def rate(state: State, screenplay: int) -> Movie:
    """Return the movie this screenplay would be if it were complete now."""
    edition = state.edition
    total = edition.screenplays[screenplay].stars
    for space in edition.spaces[screenplay]:
        tile = state.top[space]
        if tile != NO_TILE:
            total += edition.tile_stars[tile]
    return Movie(screenplay, state.turn, total, best_marker(state.markers, total))


def _draw_screenplay(state: State, events: Events) -> None:
    stack = state.setup.deal.screenplays
    if state.drawn == len(stack):
        return
    screenplay = stack[state.drawn]
    state.screenplays[state.turn].append(screenplay)
    state.drawn += 1
    if state.drawn < len(stack):
        state.undo_count = 0  # the next screenplay of the stack is uncovered, which nobody can unsee
    if events is not None:
        titles = state.edition.screenplays
        uncovered = titles[stack[state.drawn]].id if state.drawn < len(stack) else None
        events.append(ScreenplayDrawn(state.turn, titles[screenplay].id, uncovered))
