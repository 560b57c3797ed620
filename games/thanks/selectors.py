"""Whom somebody may thank, and how often somebody was thanked."""

from dataclasses import dataclass

from django.db.models import Count

from accounts.models import User
from accounts.people.panels import Panel
from accounts.people.selectors import ids_blocked_either_way
from games.models import Match, Seat, Thanks


@dataclass(frozen=True, slots=True)
class Thanked:
    """How often somebody was thanked: by how many people, and in how many matches."""

    people: int
    matches: int


def companions_of(match: Match, user: User) -> list[User]:
    """Return whom somebody may thank for a match: who played it to the end with them, and whom nobody keeps away."""
    if match.status != Match.Status.FINISHED:
        return []
    seats = Seat.objects.filter(match=match, conceded_at=None).exclude(user=None).select_related("user")
    people = [seat.user for seat in seats.order_by("number") if seat.user is not None]
    if user not in people:
        return []
    apart = ids_blocked_either_way(user)
    return [other for other in people if other != user and other.pk not in apart and other.left_at is None]


def thanked_by(match: Match, user: User) -> set[int]:
    """Return whom somebody has thanked for a match already."""
    return set(Thanks.objects.filter(match=match, giver=user).values_list("receiver", flat=True))


def thanks_to(user: User) -> Thanked:
    """Count the thanks somebody got."""
    received = Thanks.objects.filter(receiver=user)
    found = received.aggregate(people=Count("giver", distinct=True), matches=Count("match", distinct=True))
    return Thanked(found["people"], found["matches"])


def profile_panel(person: User) -> Panel | None:
    """Return what a public page tells of it; nothing for who was never thanked."""
    found = thanks_to(person)
    return Panel("games/thanks/profile.html", {"thanked": found}, order=31) if found.matches else None


def ending_panel(match: Match) -> Panel | None:
    """Return the way to say thanks, the same for everybody; nothing where fewer than two people played."""
    people = match.seats.exclude(user=None).count()
    return Panel("games/thanks/ending.html", {"match_id": match.pk}, order=60) if people > 1 else None
