"""Keeping somebody away."""

from accounts.models import Block, User
from accounts.people.services.follows import part


def block_user(*, blocker: User, blocked: User) -> Block:
    """Keep somebody away; doing it twice is doing it once."""
    if blocker == blocked:
        raise ValueError("Nobody can block themselves.")
    part(blocker, blocked)
    return Block.objects.get_or_create(blocker=blocker, blocked=blocked)[0]


def pass_blocks_on(*, guest: User, user: User) -> None:
    """Keep away the account that a guest had all the time, for everybody who kept the guest away."""
    for row in Block.objects.filter(blocked=guest).exclude(blocker=user).select_related("blocker"):
        block_user(blocker=row.blocker, blocked=user)


def unblock_user(*, blocker: User, blocked: User) -> None:
    """Let somebody near again."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()
