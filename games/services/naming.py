"""People under another name: no table that shows them remembers the old one."""

from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from accounts.models import User
from games.models import Match, Seat
from games.services.limits import UNDER_WAY
from games.services.redrawing import draw_anew

# What a table shows of a person: what they are called, and their own times to themselves.
SHOWN: Final = frozenset({"username", "is_guest", "left_at", "time_zone", "browser_zone"})


def show_new_name(*, user: User) -> None:
    """Has tables under way drawn anew for whoever looks at them; what is over is drawn anew when somebody asks.

    Each table under way in a transaction of its own, since a match in play is waited for and the others need not be.
    """
    for match_id in list(Match.objects.filter(seats__user=user, status__in=UNDER_WAY).values_list("pk", flat=True)):
        draw_anew(match_id=match_id)
    _forget_drawings(user)


@transaction.atomic
def _forget_drawings(user: User) -> None:
    """Raises the version of all that is over in one go, however much somebody has played; locked in the usual order."""
    sits = Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))
    over = Match.objects.filter(sits).exclude(status__in=UNDER_WAY)
    locked = list(over.select_for_update().order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=locked).update(version=F("version") + 1)
