"""Tables for a day on which everything breaks: AIs among themselves, and clients with people who never answer."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from tests.two_at_a_table import log_in

EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
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


def open_for_machines(number: int) -> int:
    """Begin a match of two to five AIs; some take no pause, so that matches end while things break."""
    levels = ["trainee", "director", "trainee", "director", "trainee"][: 2 + number % 4]
    return _begin(number, [], levels, fast_ai=number % 8 == 0).pk


def open_for_clients(number: int, dice: Random) -> list[Seated]:
    """Begin a rated match of two clients and an AI, slow or live; at every fourth table one of them never answers."""
    people = [_person(f"client{number}x{seat}") for seat in range(2)]
    is_live = number % 2 == 0
    timing = {"pace": "live", "decision_seconds": 60} if is_live else {"pace": "slow", "decision_seconds": 86400}
    if number % 4 == 3:
        timing = {"pace": "live", "decision_seconds": 5}
    match = _begin(number, people, ["trainee"], rated=True, secret=dice.randbytes(32), **timing)
    awake = people[:1] if number % 4 == 3 else people
    return [Seated(match.pk, seat, log_in(user), user.pk) for seat, user in enumerate(awake)]


def _person(name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(name, f"{name}@example.org", is_guest=False)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _begin(number: int, people: list[Any], levels: list[str], **said: Any) -> Any:
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
            **said,
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=seat, **({"ai_level": who} if isinstance(who, str) else {"user": who}))
            for seat, who in enumerate(seats)
        )
        begin_match(match=match)
    return match
