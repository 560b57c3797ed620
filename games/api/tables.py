"""A table as data: what one account may know of it, by the engine's view."""

from typing import Any, Final

from django.db.models import F, Q, QuerySet, prefetch_related_objects

from accounts.models import User
from games.engine import View, legal_moves, scores, view
from games.engine.markers import MARKER_NAMES, MARKER_VALUES, marker_name
from games.engine.moves import to_entry
from games.engine.placement import rate
from games.engine.state import HIDDEN, NO_BID, NOBODY, OVER, PHASES, State
from games.engine.state_json import award_to_json, movie_to_json, screenplay_ids, tile_ids
from games.lobby.selectors import SEATS
from games.models import Match, PlayedMove, Seat
from games.play.selectors.orders import asked_of
from games.table.people import name_of

LONGEST_LOG: Final = 500
STATUS: Final = {
    Match.Status.OPEN: "open",
    Match.Status.RUNNING: "running",
    Match.Status.FINISHED: "finished",
    Match.Status.DISSOLVED: "ended",
}


def table_json(match: Match, user: User, *, since: int = 0, with_log: bool = True) -> dict[str, Any]:
    """Return all that an account may know of a table."""
    prefetch_related_objects([match], SEATS)
    seats = match.seats.all()
    mine = next((seat.number for seat in seats if seat.user_id == user.pk and seat.conceded_at is None), None)
    seen = view(match.read_state(), mine) if match.has_begun and not match.is_closed else None
    is_running = match.status == Match.Status.RUNNING
    # Where an auction is held together nobody is pointed at; all who have not answered are asked.
    turn = match.turn_seat if is_running and not match.awaited else None
    my_turn = match.asks(mine) and match.paused_at is None
    return {
        "id": match.pk,
        "edition": match.edition_id,
        "status": STATUS[Match.Status(match.status)],
        "number": match.number,
        "version": match.version,
        "pace": match.pace,
        "rated": match.rated,
        "seats": [_seat_json(seat) for seat in seats],
        "my_seat": mine,
        "turn": turn,
        "my_turn": my_turn,
        "deadline": match.deadline_at if is_running else None,
        "view": None if seen is None else view_json(seen),
        "legal": _legal(match, seen) if my_turn and seen is not None else [],
        "log": _log_json(match, since) if with_log and seen is not None else [],
    }


def _legal(match: Match, seen: View) -> list[list[Any]]:
    """Return what may be answered; a bid in an auction held together is how far the seat would go."""
    if match.awaited and seen.viewer is not None:
        return [["pass"], *(["bid", amount] for amount in range(seen.state.money[seen.viewer] + 1))]
    return [to_entry(0, move)[1:] for move in legal_moves(seen.state)]


def view_json(seen: View) -> dict[str, Any]:
    """Return a view by ids; what it hides is null."""
    state = seen.state
    edition = state.edition
    top = state.setup.deal.screenplays[state.drawn : state.drawn + 1]
    return {
        "quarter": state.quarter,
        "phase": PHASES[state.phase],
        "location": edition.board[state.location].id,
        "lot": _known(state, state.lot()) or [],
        "bid": None if state.bid == NO_BID else state.bid,
        "leader": None if state.leader == NOBODY else state.leader,
        "queue": list(state.queue),
        "popcorn": state.popcorn,
        "money": list(state.money),
        "pot": state.pot,
        "offered": tile_ids(edition, state.offered),
        "hand": tile_ids(edition, state.hand),
        "screenplays": [[_screenplay_json(state, number) for number in held] for held in state.screenplays],
        "locations": [
            {"id": place.id, "tiles": _known(state, state.lot_at(state.quarter, number))}
            for number, place in enumerate(edition.board)
        ],
        "markers_left": [MARKER_VALUES[marker] for marker in reversed(state.markers)],
        "marker_names_left": [MARKER_NAMES[marker] for marker in reversed(state.markers)],
        "movies": [movie_to_json(edition, movie) for movie in state.movies],
        "awards": [award_to_json(edition, award) for award in state.awards],
        "next_screenplay": screenplay_ids(edition, top)[0] if top else None,
        "scores": scores(state) if state.phase == OVER else None,
    }


def tables_for(user: User, *, mine: bool, my_turn: bool) -> QuerySet[Match]:
    """Return somebody's tables, or those anybody may watch or join; the newest first."""
    held = {"seats__user": user, "seats__conceded_at": None}  # of the same seat as what is asked of it
    if my_turn:
        asked = Match.objects.filter(asked_of(F("seats__number")), status=Match.Status.RUNNING, paused_at=None, **held)
        return asked.order_by("-pk").prefetch_related(SEATS)
    if mine:
        going = (Match.Status.OPEN, Match.Status.RUNNING)
        return Match.objects.filter(status__in=going, **held).order_by("-pk").prefetch_related(SEATS)
    public = Q(visibility=Match.Visibility.PUBLIC, status=Match.Status.OPEN)
    watched = Q(visibility=Match.Visibility.PUBLIC, status=Match.Status.RUNNING, spectators_allowed=True)
    return Match.objects.filter(public | watched).order_by("-pk").prefetch_related(SEATS)


def _seat_json(seat: Seat) -> dict[str, Any]:
    kind = "ai" if seat.ai_level else "bot" if seat.user is not None and seat.user.is_bot else "person"
    name = seat.user.username if kind == "bot" and seat.user is not None else name_of(seat)
    return {
        "number": seat.number,
        "name": None if seat.is_free else name,
        "kind": None if seat.is_free else kind,
        "level": seat.ai_level or None,
        "studio": seat.studio,
        "away": seat.user_id is not None and bool(seat.brain_level),
    }


def _known(state: State, tiles: tuple[int, ...]) -> list[str | None] | None:
    return None if HIDDEN in tiles else tile_ids(state.edition, tiles)


def _screenplay_json(state: State, screenplay: int) -> dict[str, Any]:
    edition = state.edition
    movie = next((movie for movie in state.movies if movie.screenplay == screenplay), None)
    return {
        "id": edition.screenplays[screenplay].id,
        "spaces": [tile_ids(edition, state.stack(space)) for space in edition.spaces[screenplay]],
        "complete": movie is not None,
        "total": (movie or rate(state, screenplay)).total,
        "marker": None if movie is None else marker_name(movie.marker),
    }


def _log_json(match: Match, since: int) -> list[dict[str, Any]]:
    """Return the entries after a number, the newest at most: facts that everybody at the table saw."""
    moves = match.moves.filter(number__gt=since, number__lte=match.number).order_by("-number")[:LONGEST_LOG]
    return [_entry_json(move) for move in reversed(moves)]


def _entry_json(move: PlayedMove) -> dict[str, Any]:
    events = [
        {"kind": event["event"], **{name: event[name] for name in event if name != "event"}} for event in move.events
    ]
    return {"number": move.number, "seat": move.seat, "move": move.entry[1:], "events": events}
