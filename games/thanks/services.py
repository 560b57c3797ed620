"""Saying thanks."""

from collections.abc import Collection

from django.db import transaction

from accounts.models import User
from games.models import Match, Thanks
from games.thanks.selectors import companions_of


def thank(*, match: Match, giver: User, receivers: Collection[int]) -> int:
    """Thank these people for a match, as far as one may; twice is once. Tells how many were new."""
    wanted = [other for other in companions_of(match, giver) if other.pk in receivers]
    with transaction.atomic():
        made = [Thanks.objects.get_or_create(match=match, giver=giver, receiver=other)[1] for other in wanted]
    return sum(made)
