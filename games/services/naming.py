"""People under another name: every table that shows them is drawn anew."""

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games import broadcast
from games.models import Match


def show_new_name(*, user: User) -> None:
    """Raises the version of every table where somebody sits, so that no page remembers what they were called.

    Each in a transaction of its own, since a match in play is waited for and the others need not be.
    """
    for match_id in list(Match.objects.filter(seats__user=user).values_list("pk", flat=True)):
        with transaction.atomic():
            Match.objects.filter(pk=match_id).update(version=F("version") + 1)
            broadcast.announce_table(Match.objects.only("number", "version", "ai_due_at").get(pk=match_id))
