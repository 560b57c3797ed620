"""The secret address of a calendar: given once, and made anew when it has come into other hands."""

from accounts.models import User
from games.models import CalendarAddress


def make_address(*, user: User) -> None:
    """Give somebody a new address; the one they had shows nothing any more."""
    CalendarAddress.objects.filter(user=user).delete()
    CalendarAddress.objects.get_or_create(user=user)


def forget_address(*, user: User) -> None:
    """Let nobody read somebody's calendar any more."""
    CalendarAddress.objects.filter(user=user).delete()
