"""Who sits at the table, as everybody sees them."""

from dataclasses import dataclass, replace

from games.edition_words import level_name
from games.models import Seat, TableEvent


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
    # Who had the seat before a substitute took it over, each with the last entry of their time.
    formers: tuple[tuple[int, str], ...] = ()

    def at(self, number: int) -> "Person":
        """Return the person as they were called when an entry was played."""
        former = next((name for last, name in self.formers if number <= last), None)
        return self if former is None else replace(self, name=former)


def people_at(seats: list[Seat]) -> tuple[Person, ...]:
    """Return the people of a match that has begun, in the order of the seats."""
    formers = _formers(seats) if any(seat.taken_over_at for seat in seats) else {}
    return tuple(
        Person(
            number=seat.number,
            name=f"{level_name(seat.ai_level)} {seat.number + 1}" if seat.ai_level else str(seat.user),
            studio=seat.studio or 0,
            is_ai=bool(seat.ai_level),
            user_id=seat.user_id,
            absence=seat.absence,
            ai_decisions=seat.decisions_by_ai if seat.user_id else 0,
            formers=tuple(formers.get(seat.number, ())),
        )
        for seat in seats
    )


def _formers(seats: list[Seat]) -> dict[int, list[tuple[int, str]]]:
    """By seat, whose it was up to which entry, in their order."""
    rows = TableEvent.objects.filter(match=seats[0].match_id, kind=TableEvent.Kind.SUBSTITUTED).select_related("user")
    formers: dict[int, list[tuple[int, str]]] = {}
    for row in rows.order_by("pk"):
        if row.seat is not None and row.user is not None:
            formers.setdefault(row.seat, []).append((row.after_number, str(row.user)))
    return formers


def name_of(seat: Seat) -> str:
    """Return what a seat is called in a record, in no language but its own."""
    if seat.ai_level:
        return f"{seat.ai_level.capitalize()} {seat.number + 1}"
    return str(seat.user)
