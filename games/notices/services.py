"""Having read what stands under the bell."""

from django.utils import timezone

from accounts.models import Letter, User
from games import broadcast


def mark_read(*, user: User, until: int) -> None:
    """Note that somebody has read everything up to a letter; their other pages hear of it."""
    if Letter.objects.filter(user=user, read_at=None, pk__lte=until).update(read_at=timezone.now()):
        broadcast.announce_noticed([user.pk])
