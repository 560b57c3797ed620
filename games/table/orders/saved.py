"""What orders saved, for the end of a match and for a person's page."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from accounts.models import User
from accounts.people.panels import Panel
from games.models import Match
from games.play.selectors.saved import Saved, saved_by, saved_in

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
# Among fewer people a sum would tell each of them what the other ordered.
TELLS_NOBODY: Final = 3


def ending_saved(match: Match) -> Panel | None:
    """Return what all orders of a slow match saved together."""
    people = match.seats.exclude(user=None).count()
    if match.pace != Match.Pace.SLOW or (people < TELLS_NOBODY and not match.orders_shown):
        return None
    saved = _together(saved_in(match).values())
    return Panel("games/table/orders/ending_saved.html", words_of_saved(saved), order=60) if saved.decisions else None


def own_saved(match: Match, seat: int) -> dict[str, int]:
    """Return what a seat's orders saved so far in a slow match, for its owner alone."""
    saved = saved_in(match).get(seat) if match.pace == Match.Pace.SLOW else None
    return words_of_saved(saved) if saved else {}


def profile_saved(person: User) -> Panel | None:
    """Return what somebody's orders saved so far."""
    saved = saved_by(person)
    return Panel("games/table/orders/profile_saved.html", words_of_saved(saved), order=60) if saved.decisions else None


def words_of_saved(saved: Saved) -> dict[str, int]:
    """Return days, or for less than two of them hours, and decisions."""
    days = round(saved.time / DAY)
    return {"days": days if days > 1 else 0, "hours": max(1, round(saved.time / HOUR)), "decisions": saved.decisions}


def _together(all_saved: Iterable[Saved]) -> Saved:
    known = list(all_saved)
    return Saved(sum(saved.decisions for saved in known), sum((saved.time for saved in known), timedelta()))
