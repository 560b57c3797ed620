"""One person's ratings: where they stand, and how they came there."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from accounts.models import User
from leaderboard.ladders import OVERALL, TABLES, Ladder
from leaderboard.models import Rating, RatingChange

LATEST: Final = 200


@dataclass(frozen=True, slots=True)
class PersonRating:
    """A rating with its ladder."""

    ladder: Ladder
    rating: Rating


def ratings_of(person: User) -> list[PersonRating]:
    """Return where somebody stands on the lasting ladders, the most general and most played first."""
    rows = Rating.objects.filter(user=person)
    held = [PersonRating(Ladder.read(row.ladder), row) for row in rows]
    lasting = [row for row in held if not row.ladder.season]
    return sorted(lasting, key=lambda row: (row.ladder.kind != OVERALL, -row.rating.matches, row.ladder.slug))


def changes_of(person: User, ladder: Ladder) -> list[RatingChange]:
    """Return the latest steps of somebody on a ladder, the oldest first."""
    rows = RatingChange.objects.filter(user=person, ladder=ladder.slug)
    rows = rows.annotate(is_public=Q(match__shown_at__isnull=False))  # whoever reads it may open these
    latest: list[RatingChange] = [*rows.order_by("-number")[:LATEST]]
    return latest[::-1]


def main_ratings(people: Iterable[int]) -> dict[int, Rating]:
    """Of each of these the overall rating with the most matches; nothing of who has none."""
    rows = Rating.objects.filter(user__in=people, ladder__in=[Ladder(table).slug for table in TABLES])
    return {row.user_id: row for row in rows.order_by("matches", "ladder")}


def ladders_among(people: Collection[int]) -> list[tuple[Ladder, list[Rating]]]:
    """Return the overall ladders with these people alone on them, the best first; only where somebody stands."""
    rows = Rating.objects.filter(user__in=people, ladder__in=[Ladder(table).slug for table in TABLES])
    found = list(rows.select_related("user").order_by("-value", "user__name_key"))
    ladders = [(Ladder(table), [row for row in found if row.ladder == Ladder(table).slug]) for table in TABLES]
    return [(ladder, held) for ladder, held in ladders if held]
