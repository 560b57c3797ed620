"""The year: four quarters, eight locations each, visited clockwise."""

from games.engine import auction, awards, party
from games.engine.edition import QUARTERS
from games.engine.events import Events, MatchEnded, QuarterBegan
from games.engine.scoring import places, scores
from games.engine.state import NOBODY, OVER, State


def begin_quarter(state: State, quarter: int, events: Events) -> None:
    """Lay the next legend and new tiles on the board; the visit begins with the legend."""
    state.quarter = quarter
    state.sales = []
    state.undo_count = 0
    if events is not None:
        events.append(QuarterBegan(quarter, _open_lots(state)))
    visit(state, 0, events)


def go_on(state: State, events: Events) -> None:
    """All tiles are placed: the party goes on, or the next location is visited, or the quarter ends."""
    if state.queue:
        party.ask_next(state)
    elif state.location + 1 < len(state.edition.board):
        visit(state, state.location + 1, events)
    else:
        _end_quarter(state, events)


def visit(state: State, location: int, events: Events = None) -> None:
    """Begin a party where there is one, an auction everywhere else."""
    state.location = location
    chapter = party if state.edition.board[location].is_party else auction
    chapter.begin(state, events)


def _end_quarter(state: State, events: Events) -> None:
    awards.award_quarter(state, events)
    if state.quarter < QUARTERS:
        begin_quarter(state, state.quarter + 1, events)
        return
    state.phase = OVER
    state.turn = NOBODY
    state.undo_count = 0
    if events is not None:
        events.append(MatchEnded(tuple(scores(state)), tuple(places(state)), tuple(state.money), state.pot))


def _open_lots(state: State) -> tuple[tuple[str, ...], ...]:
    """Return what lies face up on the board; a party's tiles do not."""
    return tuple(
        () if place.is_party else tuple(state.edition.tiles[tile].id for tile in state.lot_at(state.quarter, location))
        for location, place in enumerate(state.edition.board)
    )
