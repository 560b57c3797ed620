"""Who is who in a tournament, as its pages name them."""

from dataclasses import dataclass

from accounts.models import User
from games.edition_words import level_name
from games.models import Entrant, RoundSeat
from games.tournaments.services.playing import FILLING_LEVEL


@dataclass(frozen=True, slots=True)
class Who:
    """A name with the way to its page, and a rating beside it."""

    name: str
    url: str = ""
    badge: str = ""
    is_me: bool = False
    is_ai: bool = False


def who_is(user: User, reader: int | None) -> Who:
    """Name a person."""
    url = user.get_absolute_url() if user.has_page else ""
    return Who(user.display_name, url, user.badge, is_me=user.pk == reader)


def who_enters(entrant: Entrant, reader: int | None) -> Who:
    """Name somebody who takes part."""
    return who_is(entrant.user, reader)


def who_sits(seat: RoundSeat, reader: int | None) -> Who:
    """Name who has a seat of a round: a person, or the AI that fills it."""
    if seat.entrant is None:
        return Who(level_name(FILLING_LEVEL), is_ai=True)
    return who_enters(seat.entrant, reader)
