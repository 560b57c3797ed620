"""What a person's public page shows of how they stand and play."""

from collections.abc import Iterable

from accounts.models import User
from accounts.people.panels import Panel
from games.groups.selectors import members_of
from games.models import Match, PlayerGroup
from leaderboard.chart import draw_chart
from leaderboard.rating import OPENING
from leaderboard.selectors.match_changes import changes_by, is_too_short
from leaderboard.selectors.ratings import changes_of, ladders_among, main_ratings, ratings_of
from leaderboard.selectors.records import record_of

PROVISIONAL_MARK = "?"


def ratings_panel(person: User) -> Panel | None:
    """Return every rating, and the first of them over time; nothing for who is not rated."""
    held = ratings_of(person)
    if not held:
        return None
    changes = changes_of(person, held[0].ladder)
    shown = {"held": held, "shown": held[0], "chart": draw_chart(changes), "changes": changes[::-1][:10]}
    return Panel("leaderboard/ratings_panel.html", shown, order=20)


def record_panel(person: User) -> Panel | None:
    """Return how somebody plays; nothing for who has finished no match."""
    record = record_of(person)
    if record is None:
        return None
    return Panel("leaderboard/record_panel.html", {"record": record}, order=30)


def ending_panel(match: Match) -> Panel | None:
    """Return what a match did to the ratings; nothing where it counts for none."""
    if not match.rated or match.voided_at is not None or match.set_aside_at is not None:
        return None
    moved = changes_by(match)
    has_bots = any(row.bots for row in moved)
    shown = {"moved": moved, "has_bots": has_bots, "opening": OPENING, "is_too_short": is_too_short(match, moved)}
    return Panel("leaderboard/ending_panel.html", shown, order=20)


def group_panel(group: PlayerGroup) -> Panel | None:
    """Return the ladder of a group: its members by their ratings; nothing where nobody is rated."""
    ladders = ladders_among([row.user_id for row in members_of(group)])
    return Panel("leaderboard/group_panel.html", {"ladders": ladders}, order=20) if ladders else None


def strengths_of(people: Iterable[int]) -> dict[int, int]:
    """Return the same rating as a number, for who pairs people or lists the strongest first."""
    return {user: rating.shown for user, rating in main_ratings(people).items()}


def rating_badges(people: Iterable[int]) -> dict[int, str]:
    """Return the rating on the ladder that somebody has played most, with a mark where it stands on few matches."""
    return {
        user: f"{rating.shown}{PROVISIONAL_MARK if rating.is_provisional else ''}"
        for user, rating in main_ratings(people).items()
    }
