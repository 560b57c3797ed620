"""What one match did to those who played it."""

from dataclasses import dataclass

from accounts.models import User
from games.models import Match
from leaderboard.ladders import AI, BOTS, OVERALL, Ladder, table_of
from leaderboard.models import RatingChange, Tally


@dataclass(frozen=True, slots=True)
class PersonChanges:
    """One account: the change among people, against AIs, and with bots; None where there was no such pair."""

    user: User
    people: RatingChange | None
    ai: RatingChange | None
    bots: RatingChange | None


def changes_by(match: Match) -> list[PersonChanges]:
    """Return everybody whom the match moved overall, the best first; nobody as long as it is not counted."""
    ladders = [Ladder(table_of(match.size), kind).slug for kind in (OVERALL, AI, BOTS)]
    rows = RatingChange.objects.filter(match=match, ladder__in=ladders).select_related("user")
    found: dict[int, dict[str, RatingChange]] = {}
    for row in rows.order_by("standing", "user"):
        found.setdefault(row.user_id, {})[row.ladder] = row
    return [
        PersonChanges(next(iter(changes.values())).user, *(changes.get(ladder) for ladder in ladders))
        for changes in found.values()
    ]


def is_too_short(match: Match, moved: list[PersonChanges]) -> bool:
    """Tell whether the match is counted, and moved no people among each other though there were several."""
    if any(row.people for row in moved) or not Tally.objects.filter(match=match, is_rated=True).exists():
        return False
    return match.seats.filter(user__isnull=False).count() > 1
