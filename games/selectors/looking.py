"""Who has a table open now: one query, whoever looks."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games.models import Presence, Seat

# A page that has not been heard of for so long is closed, or its network is away.
FADES_AFTER: Final = timedelta(seconds=60)
# So many are told by name.
MOST_NAMES: Final = 8


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody with a name; `seat` and `studio` where they play."""

    name: str
    seat: int | None
    studio: int | None


@dataclass(frozen=True, slots=True)
class Looking:
    """Players at their page, spectators by name, and how many spectators have none."""

    players: tuple[Onlooker, ...]
    spectators: tuple[Onlooker, ...]
    nameless: int

    @property
    def seats(self) -> str:
        """The numbers of the seats that are there, for the marks beside their names."""
        return " ".join(str(player.seat) for player in self.players)

    @property
    def named(self) -> tuple[Onlooker, ...]:
        return self.spectators[:MOST_NAMES]

    @property
    def unnamed(self) -> int:
        return len(self.spectators) - len(self.named) + self.nameless


def who_is_looking(match_id: int) -> Looking:
    """Each person once, however many pages they have open."""
    seats = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    rows = Presence.objects.filter(match=match_id, seen_at__gte=timezone.now() - FADES_AFTER)
    rows = rows.annotate(seat=Subquery(seats.values("number")[:1]), studio=Subquery(seats.values("studio")[:1]))
    found = list(rows.select_related("user").order_by("pk"))
    people = {row.user_id: Onlooker(str(row.user), row.seat, row.studio) for row in found if row.user_id}
    players = [person for person in people.values() if person.seat is not None]
    return Looking(
        players=tuple(sorted(players, key=lambda player: player.seat or 0)),
        spectators=tuple(person for person in people.values() if person.seat is None),
        nameless=sum(row.user_id is None for row in found),
    )
