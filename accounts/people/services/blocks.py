"""Keeping somebody away."""

from django.db import transaction

from accounts.models import Block, User
from accounts.people.services.follows import part
from accounts.people.services.locking import lock_two


def block_user(*, blocker: User, blocked: User) -> Block:
    """Keep somebody away; doing it twice is doing it once."""
    if blocker == blocked:
        raise ValueError("Nobody can block themselves.")
    with transaction.atomic():
        block = Block.objects.get_or_create(blocker=blocker, blocked=blocked)[0]
        # Whoever follows holds their own row and asks for blocks then: so nobody follows past a block in this moment.
        lock_two(blocker, blocked)
        part(blocker, blocked)
        return block


def pass_blocks_on(*, guest: User, user: User) -> None:
    """Keep away the account that a guest had all the time, for everybody who kept the guest away."""
    for row in Block.objects.filter(blocked=guest).exclude(blocker=user).select_related("blocker"):
        block_user(blocker=row.blocker, blocked=user)


def unblock_user(*, blocker: User, blocked: User) -> None:
    """Let somebody near again."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()
