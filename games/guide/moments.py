"""The moments at which something is explained: small questions about what a seat sees."""

from collections.abc import Iterator

from games.engine import View
from games.engine.kinds import JOKER
from games.engine.state import AUCTION, NO_TILE, OVER, PARTY, PLACING, State


def has_screenplay_to_fill(view: View) -> bool:
    """Any moment before the end, unless all is shot and the stack has nothing more."""
    state, seat = view.state, view.viewer
    return state.phase != OVER and seat is not None and any(state.missing[play] for play in state.screenplays[seat])


def match_is_over(view: View) -> bool:
    return view.state.phase == OVER


def lot_is_up(view: View) -> bool:
    """Tell whether an auction is on, whoever is asked."""
    return view.state.phase == AUCTION


def asked_to_bid(view: View) -> bool:
    return _is_asked(view, AUCTION)


def passing_would_pay(view: View) -> bool:
    """Tell whether the viewer is asked and would get something if the bidding stopped here."""
    return _is_asked(view, AUCTION) and sharing(view.state)[0] > 0


def asked_to_place(view: View) -> bool:
    return _is_asked(view, PLACING)


def has_joker_in_hand(view: View) -> bool:
    kinds = view.state.edition.tile_kind
    return _is_asked(view, PLACING) and any(kinds[tile] == JOKER for tile in view.state.hand)


def could_cover(view: View) -> bool:
    """Something in the viewer's hand fits where something lies already."""
    return _is_asked(view, PLACING) and covering(view.state) is not None


def has_nothing_for_it(view: View) -> bool:
    """Something in the viewer's hand fits nowhere."""
    return _is_asked(view, PLACING) and homeless(view.state) is not None


def has_movie(view: View) -> bool:
    return any(movie.seat == view.viewer for movie in view.state.movies)


def drew_screenplay(view: View) -> bool:
    """Tell whether the viewer holds more than their studio began with."""
    state, seat = view.state, view.viewer
    return seat is not None and len(state.screenplays[seat]) > _own_screenplays(state, seat)


def party_is_on(view: View) -> bool:
    """Tell whether a party is on and the viewer has not chosen yet."""
    return view.state.phase == PARTY and view.viewer in view.state.queue


def asked_to_take(view: View) -> bool:
    return _is_asked(view, PARTY)


def quarter_is_over(view: View) -> bool:
    """Tell whether the first of the year's awards has been decided."""
    return view.state.quarter > 1


def sharing(state: State) -> tuple[int, int]:
    """Return what each of the others would get if the bidding stopped here, and what would be left over."""
    return divmod(state.pot + max(state.bid, 0), state.setup.seats - 1)


def covering(state: State) -> tuple[int, int] | None:
    """Return a tile in hand and a space with a tile on it that takes it; rather one that gains by it."""
    stars = state.edition.tile_stars
    found = [(tile, space) for tile in state.hand for space in _fitting(state, tile) if state.top[space] != NO_TILE]
    return max(found, key=lambda pair: stars[pair[0]] - stars[state.top[pair[1]]], default=None)


def homeless(state: State) -> int | None:
    """Return a tile in hand that fits nowhere."""
    return next((tile for tile in state.hand if not any(True for _ in _fitting(state, tile))), None)


def _is_asked(view: View, phase: int) -> bool:
    return view.viewer is not None and view.state.turn == view.viewer and view.state.phase == phase


def _fitting(state: State, tile: int) -> Iterator[int]:
    """Yield the spaces of the acting seat that take a tile."""
    edition = state.edition
    for screenplay in state.screenplays[state.turn]:
        if state.missing[screenplay]:
            yield from (space for space in edition.spaces[screenplay] if state.takes[space] & edition.tile_bit[tile])


def _own_screenplays(state: State, seat: int) -> int:
    return len(state.edition.screenplays_of(state.setup.studios[seat]))
