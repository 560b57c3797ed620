"""People under another name: every table that shows them is drawn anew."""

from accounts.models import User
from games.models import Match
from games.services.redrawing import draw_anew


def show_new_name(*, user: User) -> None:
    """Raises the version of every table where somebody sits, so that no page remembers what they were called.

    Each in a transaction of its own, since a match in play is waited for and the others need not be.
    """
    for match_id in list(Match.objects.filter(seats__user=user).values_list("pk", flat=True)):
        draw_anew(match_id=match_id)
