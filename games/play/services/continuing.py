"""A match that begins in the middle: with moves played elsewhere, on a deal under which they were possible."""

from collections.abc import Sequence

from django.utils import timezone

from games import broadcast
from games.engine import Event, Move, Setup, apply, forced, start
from games.engine.moves import to_entry
from games.models import Match, PlayedMove
from games.play.services import clocks
from games.play.services.locking import seats_of
from games.play.services.moves import KEPT


def begin_in_the_middle(*, match: Match, setup: Setup, moves: Sequence[tuple[int, Move]]) -> None:
    """Enter the moves as the first ones of a match whose seats are taken, and ask whoever is next.

    So the log, the replay, the record and every check find a match like any other. The caller has just opened it.
    """
    seats, opening = seats_of(match), list[Event]()
    state, entered = start(setup, opening), list[PlayedMove]()
    for number, (seat, move) in enumerate(moves, start=1):
        no_choice = bool(forced(state))
        state, events = apply(state, seat, move)
        entered.append(
            PlayedMove(
                match=match,
                number=number,
                seat=seat,
                entry=to_entry(seat, move),
                events=[event.to_json() for event in events],
                by_ai=bool(seats[seat].ai_level),
                forced=no_choice,
            )
        )
    PlayedMove.objects.bulk_create(entered)
    match.number = match.copied = len(entered)
    match.rules = setup.rules
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    match.opening = [event.to_json() for event in opening]
    match.write_state(state)
    clocks.fill_banks(match)
    clocks.ask(match, seats)
    match.save(update_fields=[*KEPT, "copied", "rules", "status", "started_at", "opening"])
    broadcast.announce_table(match)
