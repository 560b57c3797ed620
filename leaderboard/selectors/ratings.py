"""One person's ratings: where they stand, and how they came there."""

from dataclasses import dataclass
from typing import Final

from accounts.models import User
from leaderboard.ladders import OVERALL, Ladder
from leaderboard.models import Rating, RatingChange

LATEST: Final = 200


@dataclass(frozen=True, slots=True)
class Held:
    """A rating with its ladder."""

    ladder: Ladder
    rating: Rating


def ratings_of(person: User) -> list[Held]:
    """Where somebody stands on the lasting ladders, the most general and most played first."""
    rows = Rating.objects.filter(user=person)
    held = [Held(Ladder.read(row.ladder), row) for row in rows]
    lasting = [row for row in held if not row.ladder.season]
    return sorted(lasting, key=lambda row: (row.ladder.kind != OVERALL, -row.rating.matches, row.ladder.slug))


def changes_of(person: User, ladder: Ladder) -> list[RatingChange]:
    """The latest steps of somebody on a ladder, the oldest first."""
    rows = RatingChange.objects.filter(user=person, ladder=ladder.slug)
    return list(rows.order_by("-number")[:LATEST])[::-1]
