"""Who sits at the table, as everybody sees them."""

from dataclasses import dataclass

from games.edition_words import level_name
from games.models import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """The name and studio of a seat; an AI is named after its level."""

    number: int
    name: str
    studio: int
    is_ai: bool
    user_id: int | None
    # Of a match that is over: whether its result is not theirs, and how often an AI decided for them.
    absence: str = ""
    ai_decisions: int = 0


def people_at(seats: list[Seat]) -> tuple[Person, ...]:
    """The people of a match that has begun, in the order of the seats."""
    return tuple(
        Person(
            number=seat.number,
            name=f"{level_name(seat.ai_level)} {seat.number + 1}" if seat.ai_level else str(seat.user),
            studio=seat.studio or 0,
            is_ai=bool(seat.ai_level),
            user_id=seat.user_id,
            absence=seat.absence,
            ai_decisions=seat.decisions_by_ai if seat.user_id else 0,
        )
        for seat in seats
    )


def name_of(seat: Seat) -> str:
    """What a seat is called in a record, in no language but its own."""
    if seat.ai_level:
        return f"{seat.ai_level.capitalize()} {seat.number + 1}"
    return str(seat.user)
