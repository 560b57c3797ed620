"""Matches at telling moments: the same deal and the same moves every time; what AIs do from there on is their own."""

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from random import Random

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.ai.brain import sight_of
from games.ai.levels import LEVELS
from games.engine import State, apply, commitment, move_of, options
from games.engine.moves import to_entry
from games.engine.state import AUCTION, OVER, PARTY, PLACING
from games.models import Match, PlayedMove, Seat
from games.play.services.moves import begin_match
from games.play.services.results import conclude

Moment = Callable[[State], bool]


def begin(*people: User | None, title: str = "Evening", edition: str = "dream-factory-2009", **options: bool) -> Match:
    """A match between these people, None being an AI, before its first bid."""
    secret = sha256(title.encode()).digest()
    with transaction.atomic():
        match = Match.objects.create(
            title=title,
            edition_id=edition,
            size=len(people),
            host=next(user for user in people if user),
            secret=secret,
            commitment=commitment(secret),
            pace=Match.Pace.SLOW,
            decision_seconds=24 * 60 * 60,
            **options,
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, user=user, ai_level="" if user else "trainee")
            for number, user in enumerate(people)
        )
        begin_match(match=match)
    connection.close()
    return match


def begin_at(
    moment: Moment, *people: User | None, title: str = "Evening", edition: str = "dream-factory-2009"
) -> Match:
    """A match that has come to a moment, all seats having been played by the same brain."""
    match = begin(*people, title=title, edition=edition)
    play_on(match, until=moment, seed=title)
    return match


def play_on(match: Match, *, until: Moment, seed: str = "Evening") -> None:
    """Takes a match on to a moment, all seats being played by the same brain. Nobody else plays meanwhile."""
    match.refresh_from_db()
    state, moves, dice = match.read_state(), list[PlayedMove](), Random(seed)
    while state.phase != OVER and not until(state):
        seat, look = state.turn, partial(sight_of, state, state.turn)
        code = LEVELS["trainee"].brain(options(state), look, dice).code
        move = move_of(state.edition, state.phase, code)
        state, events = apply(state, seat, move)
        told = [event.to_json() for event in events]
        number = match.number + len(moves) + 1
        moves.append(PlayedMove(match=match, number=number, seat=seat, entry=to_entry(seat, move), events=told))
    with transaction.atomic():
        PlayedMove.objects.bulk_create(moves)
        match.write_state(state)
        match.number, match.ai_due_at = match.number + len(moves), None
        if state.phase == OVER:
            conclude(match=match, state=state)
        elif match.seats.get(number=state.turn).ai_level:
            match.ai_due_at = timezone.now()
        match.save()
    connection.close()


def bids(seat: int, tiles: int = 2, quarter: int = 1) -> Moment:
    """The seat opens or answers the bidding for so many tiles."""
    return lambda state: (
        state.phase == AUCTION and state.turn == seat and state.quarter >= quarter and len(state.lot()) >= tiles
    )


def places(seat: int, tiles: int = 2, quarter: int = 1) -> Moment:
    """The seat has so many tiles to place."""
    return lambda state: (
        state.phase == PLACING and state.turn == seat and state.quarter >= quarter and len(state.hand) >= tiles
    )


def chooses(seat: int, tiles: int = 2, quarter: int = 1) -> Moment:
    """The seat takes one of so many tiles at a party."""
    return lambda state: (
        state.phase == PARTY and state.turn == seat and state.quarter >= quarter and len(state.offered) >= tiles
    )


def never(state: State) -> bool:
    """Plays on to the end."""
    return False
