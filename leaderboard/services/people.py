"""What becomes of somebody's place when they come, go or log in elsewhere."""

from django.db import transaction

from accounts.models import User
from leaderboard.models import Appearance, Rating


def list_or_not(*, user: User) -> None:
    """Who has a public page stands in the tables, nobody else."""
    wrong = Rating.objects.filter(user=user).exclude(is_listed=user.has_page)
    with transaction.atomic():
        # Held in the order in which whoever counts writes them.
        held = list(wrong.select_for_update().order_by("ladder").values_list("pk", flat=True))
        Rating.objects.filter(pk__in=held).update(is_listed=user.has_page)


def hand_over(*, guest: User, user: User) -> None:
    """Give a guest's appearances to the account they had all the time, except where that played the same match."""
    both = Appearance.objects.filter(user=user).values("match")
    Appearance.objects.filter(user=guest).exclude(match__in=both).update(user=user)
