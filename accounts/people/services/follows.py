"""Following somebody, and no longer."""

from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Follow, User
from accounts.people.selectors import is_blocked_between
from accounts.people.services.locking import lock_person

MOST_FOLLOWED: Final = 500


class FollowRefused(Exception):
    """Nothing was changed; the message says why."""


def follow(*, follower: User, followed: User) -> None:
    """Follow somebody; doing it twice is doing it once. Who keeps whom away is not told."""
    with transaction.atomic():
        follower = lock_person(follower)
        if follower == followed or is_blocked_between(follower, followed):
            raise FollowRefused(_("You cannot follow this player."))
        if follower.follows.exclude(followed=followed).count() >= MOST_FOLLOWED:
            raise FollowRefused(_("You follow as many players as one can. Leave one of them first."))
        Follow.objects.get_or_create(follower=follower, followed=followed)


def unfollow(*, follower: User, followed: User) -> None:
    """Follow somebody no longer."""
    Follow.objects.filter(follower=follower, followed=followed).delete()


def part(a: User, b: User) -> None:
    """Let neither of two people follow the other: one of them keeps the other away."""
    Follow.objects.filter(Q(follower=a, followed=b) | Q(follower=b, followed=a)).delete()
