"""Everything that the leaderboard keeps about one person, for those who take out their data."""

from typing import Any

from accounts.models import User
from leaderboard.models import Appearance, Rating, RatingChange, SeasonStanding

CHANGE = ("match", "ladder", "ended_at", "number", "k", "before", "after")
APPEARANCE = ("match", "ended_at", "place", "score", "movies", "answers", "time_outs", "has_quit", "was_away")


def belongings_of(user: User) -> dict[str, Any]:
    """Ratings are in thousandths of a point, times in ISO's form."""
    return {
        "ratings": list(Rating.objects.filter(user=user).order_by("ladder").values("ladder", "value", "matches")),
        "changes": [_plain(row) for row in RatingChange.objects.filter(user=user).order_by("pk").values(*CHANGE)],
        "seasons": list(SeasonStanding.objects.filter(user=user).order_by("pk").values("ladder", "place", "value")),
        "matches": [_plain(row) for row in Appearance.objects.filter(user=user).order_by("pk").values(*APPEARANCE)],
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "ended_at": row["ended_at"].isoformat()}
