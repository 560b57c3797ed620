"""What a person's public page shows of how they stand and play."""

from accounts.models import User
from accounts.panels import Panel
from leaderboard.chart import draw_chart
from leaderboard.selectors.ratings import changes_of, ratings_of
from leaderboard.selectors.records import record_of

STYLESHEET = "css/standings.css"


def ratings_panel(person: User) -> Panel | None:
    """Every rating, and the first of them over time; nothing for who is not rated."""
    held = ratings_of(person)
    if not held:
        return None
    changes = changes_of(person, held[0].ladder)
    shown = {"held": held, "shown": held[0], "chart": draw_chart(changes), "changes": changes[::-1][:10]}
    return Panel("leaderboard/ratings_panel.html", shown, order=20, stylesheet=STYLESHEET)


def record_panel(person: User) -> Panel | None:
    """How somebody plays; nothing for who has finished no match."""
    record = record_of(person)
    if record is None:
        return None
    return Panel("leaderboard/record_panel.html", {"record": record}, order=30, stylesheet=STYLESHEET)
