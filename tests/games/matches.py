"""Matches in play and matches that are over, without waiting for them."""

from hashlib import sha256
from random import Random

from accounts.models import Letter
from games.engine import apply, move_of, options
from games.engine.moves import to_entry
from games.engine.state import OVER
from games.lobby.services.seating import join_table
from games.models import Match, PlayedMove
from games.play.services.notices import STARTED
from games.play.services.results import conclude
from tests.games.conftest import People, Tables

SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


def begin(people: People, table: Tables, *names: str, deal: str = "", **said: object) -> Match:
    """A match in play between ada and these; always with the same deal where one is named."""
    match = table(**{**SLOW, "size": len(names) + 1, **said})
    if deal:
        Match.objects.filter(pk=match.pk).update(secret=sha256(deal.encode()).digest())
    for name in names:
        join_table(match_id=match.pk, user=people(name))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    return match


def begin_quietly(people: People, table: Tables, *names: str, **said: object) -> Match:
    """The same when everybody has heard of the start already: what is written from here on is about the match."""
    match = begin(people, table, *names, **said)
    Letter.objects.filter(kind=STARTED).delete()
    return match


def finish(match: Match) -> Match:
    """Plays a match to its end by chance, all in one go."""
    state, moves, dice = match.read_state(), [], Random(4)
    while state.phase != OVER:
        seat, move = state.turn, move_of(state.edition, state.phase, dice.choice(options(state)))
        state, events = apply(state, seat, move)
        moves.append((to_entry(seat, move), [event.to_json() for event in events]))
    PlayedMove.objects.bulk_create(
        PlayedMove(match=match, number=number, seat=entry[0], entry=entry, events=events)
        for number, (entry, events) in enumerate(moves, start=match.number + 1)
    )
    match.write_state(state)
    match.number += len(moves)
    conclude(match=match, state=state)
    match.save()
    return match
