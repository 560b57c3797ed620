"""The few verbs of a match: start it, ask who acts and what is legal, make a move."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine import auction, party, placement, quarters
from games.engine.events import Event, Events, MatchBegan
from games.engine.moves import Move, is_whole, move_of
from games.engine.refusals import Refused
from games.engine.state import NOBODY, OVER, PLACING, VISITED, Setup, State, empty_table

# By phase: the chapter of the rules that knows what is legal and what a move does.
_CHAPTERS: Final = (auction, party, placement)
_OPTIONS: Final = (auction.options, party.options, placement.options)
_PERFORM: Final = (auction.perform, party.perform, placement.perform)


class Outcome(NamedTuple):
    """What a move led to."""

    state: State
    events: list[Event]


def start(setup: Setup, events: Events = None) -> State:
    """Return the first decision of a match."""
    state = empty_table(setup)
    if events is not None:
        stack = setup.deal.screenplays
        seen = setup.edition.screenplays[stack[0]].id if stack else None
        # Ruling R15: where the edition shows its legends, their order is open from the start.
        shown = setup.deal.legends if setup.edition.options.legends_seen else ()
        legends = tuple(setup.edition.tiles[tile].id for tile in shown)
        events.append(MatchBegan(setup.studios, state.money[0], setup.first, seen, legends))
    quarters.begin_quarter(state, 1, events)
    return state


def acting(state: State) -> int | None:
    """Return the seat whose decision is awaited; None when the match is over."""
    return None if state.turn == NOBODY else state.turn


def options(state: State) -> list[int]:
    """Return every legal answer as an integer (see moves.py); none when the match is over."""
    return [] if state.phase == OVER else _OPTIONS[state.phase](state)


def legal_moves(state: State) -> list[Move]:
    """Return every legal answer as a move."""
    return [move_of(state.edition, state.phase, code) for code in options(state)]


def forced(state: State) -> list[Move]:
    """Return what the acting seat must answer where it has nothing to decide; nothing otherwise or after the end.

    That is the one legal answer there is: the pass of a purse that cannot outbid, or the last tile of a party.
    """
    codes = options(state)
    # Ruling R12: tiles that fit nowhere are discarded, each by a move of its own; in which order makes no difference.
    only_discards = state.phase == PLACING and all(code < 0 for code in codes)
    if len(codes) > 1 and not only_discards:
        return []
    return [move_of(state.edition, state.phase, code) for code in codes]


def check(state: State, seat: int, move: Move) -> int:
    """Return the move as an integer if this seat may make it now; Refused, with the rule, if not."""
    if state.phase == OVER:
        raise Refused("match.over")
    if not is_whole(seat) or seat != state.turn:
        raise Refused("turn", turn=state.turn, seat=seat)
    return _CHAPTERS[state.phase].check(state, move)


def perform(state: State, code: int, events: Events = None) -> None:
    """Make a legal move on this very state. Events are built only where somebody wants them."""
    _PERFORM[state.phase](state, code, events)
    if state.phase == VISITED:
        quarters.go_on(state, events)


def apply(state: State, seat: int, move: Move) -> Outcome:
    """Return the state after the move and what happened; Refused, with nothing changed, if it is not legal."""
    code = check(state, seat, move)
    after, events = state.copy(), list[Event]()
    perform(after, code, events)
    return Outcome(after, events)


@dataclass(frozen=True, slots=True)
class Undo:
    """The latest `count` moves, all by this seat, may be taken back."""

    seat: int
    count: int


def undoable(state: State) -> Undo | None:
    """Own takes and placings since another seat acted or something hidden was revealed; bids and passes stand."""
    return Undo(state.undo_seat, state.undo_count) if state.undo_count else None
