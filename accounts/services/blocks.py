"""Keeping somebody away."""

from accounts.models import Block, User


def block_user(*, blocker: User, blocked: User) -> Block:
    """Keep somebody away; doing it twice is doing it once."""
    if blocker == blocked:
        raise ValueError("Nobody can block themselves.")
    return Block.objects.get_or_create(blocker=blocker, blocked=blocked)[0]


def unblock_user(*, blocker: User, blocked: User) -> None:
    """Let somebody near again."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()
