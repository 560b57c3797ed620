"""Tables for a day on which everything breaks: AIs among themselves, and clients with people who never answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

from tests.two_at_a_table import log_in

EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
# Clients are so many people, who meet again: what one match does to their ratings is where the next one begins.
PEOPLE = 8
# Tables that are not played from the beginning have so many entries left at most, and end while things break.
LEFT_AT_MOST = 16
# Which of every eight tables of AIs has one whose brain needs a process of its own: as early as twenty are opened.
SLOW_AT = 4
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Seated:
    """A client's place: its match, its seat and the session of its browser."""

    match: int
    seat: int
    session: str
    user: int


def ask_database(question: Callable[..., Answer], *details: Any) -> Answer | None:
    """Ask from whatever thread; None while the database is away."""
    from django.db import DatabaseError, InterfaceError, connection

    try:
        return question(*details)
    except (DatabaseError, InterfaceError):
        connection.close()
        return None


def open_for_machines(number: int, dice: Random, *, is_near_its_end: bool) -> int:
    """Begin a match of two to five AIs; some take no pause, and at every eighth table one of them takes its time."""
    levels = ["trainee", "director", "trainee", "director", "trainee"][: 2 + number % 4]
    if number % 8 == SLOW_AT:
        levels[-1] = "producer"
    return _begin(number, dice, [], levels, is_near_its_end, fast_ai=number % 8 == 0).pk


def open_for_clients(number: int, dice: Random, *, is_near_its_end: bool) -> list[Seated]:
    """Begin a rated match of two clients and an AI, slow or live; at every fourth table one of them never answers."""
    people = [_person(f"client {one}") for one in dice.sample(range(PEOPLE), 2)]
    is_live = number % 2 == 0
    timing = {"pace": "live", "decision_seconds": 60} if is_live else {"pace": "slow", "decision_seconds": 86400}
    if number % 4 == 3:
        timing = {"pace": "live", "decision_seconds": 5}
    match = _begin(number, dice, people, ["trainee"], is_near_its_end, rated=True, **timing)
    awake = people[:1] if number % 4 == 3 else people
    return [Seated(match.pk, seat, log_in(user), user.pk) for seat, user in enumerate(awake)]


def _person(name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    email = f"{name.replace(' ', '')}@example.org"
    user, _ = User.objects.get_or_create(username=name, defaults={"email": email})
    EmailAddress.objects.get_or_create(user=user, email=email, verified=True, primary=True)
    return user


def _begin(number: int, dice: Random, people: list[Any], levels: list[str], is_near: bool, **said: Any) -> Any:
    from django.db import transaction

    from accounts.models import User
    from games.models import Match, Seat
    from games.play.services.moves import begin_match

    host, _ = User.objects.get_or_create(username="host of the machines")
    seats = [*people, *levels]
    with transaction.atomic():
        match = Match.objects.create(
            title=f"Chaos {number}",
            edition_id=EDITIONS[number % len(EDITIONS)],
            size=len(seats),
            host=people[0] if people else host,
            secret=dice.randbytes(32),
            **said,
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=seat, **({"ai_level": who} if isinstance(who, str) else {"user": who}))
            for seat, who in enumerate(seats)
        )
        begin_match(match=match)
        if is_near:
            play_ahead(match, dice.randint(1, LEFT_AT_MOST), dice)
    return match


def play_ahead(match: Any, left: int, dice: Random) -> None:
    """Put a match where so many entries are left: the rows that its moves would have written, all at once."""
    from games.engine import apply, forced
    from games.engine.moves import to_entry
    from games.models import PlayedMove
    from games.play.services import clocks
    from games.play.services.locking import seats_of
    from games.play.services.moves import KEPT

    seats, state, rows = seats_of(match), match.read_state(), []
    for seat, move in _to_the_end(state.copy(), dice)[:-left]:
        is_forced, by_ai = bool(forced(state)), bool(seats[seat].ai_level)
        state, events = apply(state, seat, move)
        match.number += 1
        told = [event.to_json() for event in events]
        entry = {"number": match.number, "seat": seat, "entry": to_entry(seat, move), "events": told}
        entry["played_at"] = match.started_at
        rows.append(PlayedMove(match=match, forced=is_forced, by_ai=by_ai, **entry))
    PlayedMove.objects.bulk_create(rows)
    match.write_state(state)
    clocks.ask(match, seats)
    match.save(update_fields=KEPT)


def _to_the_end(state: Any, dice: Random) -> list[tuple[int, Any]]:
    """Play a match in thought: who made which move."""
    from games.ai.brain import sight_of
    from games.ai.levels import LEVELS
    from games.engine import move_of, options, perform
    from games.engine.state import OVER

    played = []
    while state.phase != OVER:
        thought = LEVELS["trainee"].brain(options(state), partial(sight_of, state, state.turn), dice)
        played.append((state.turn, move_of(state.edition, state.phase, thought.code)))
        perform(state, thought.code)
    return played
