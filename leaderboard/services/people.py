"""What becomes of somebody's place when they come, go or log in elsewhere."""

from accounts.models import User
from leaderboard.models import Appearance, Rating


def list_or_not(*, user: User) -> None:
    """Who has a public page stands in the tables, nobody else."""
    Rating.objects.filter(user=user).exclude(is_listed=user.has_page).update(is_listed=user.has_page)


def hand_over(*, guest: User, user: User) -> None:
    """Gives a guest's appearances to the account they had all the time, except where that played the same match."""
    both = Appearance.objects.filter(user=user).values("match")
    Appearance.objects.filter(user=guest).exclude(match__in=both).update(user=user)
