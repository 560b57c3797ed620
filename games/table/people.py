"""Who sits at the table, as everybody sees them."""

from dataclasses import dataclass

from games.models import Seat
from games.words import level_name


@dataclass(frozen=True, slots=True)
class Person:
    """The name and studio of a seat; an AI is named after its level."""

    number: int
    name: str
    studio: int
    is_ai: bool
    user_id: int | None


def people_at(seats: list[Seat]) -> tuple[Person, ...]:
    """The people of a match that has begun, in the order of the seats."""
    return tuple(
        Person(
            number=seat.number,
            name=f"{level_name(seat.ai_level)} {seat.number + 1}" if seat.ai_level else str(seat.user),
            studio=seat.studio or 0,
            is_ai=bool(seat.ai_level),
            user_id=seat.user_id,
        )
        for seat in seats
    )


def name_of(seat: Seat) -> str:
    """What a seat is called in a record, in no language but its own."""
    if seat.ai_level:
        return f"{seat.ai_level.capitalize()} {seat.number + 1}"
    return str(seat.user)
