"""One thing at a time for one person."""

from accounts.models import User


def lock_person(user: User) -> User:
    """Hold somebody's row until the end of the transaction.

    A person is always locked before a table, never after, so that nobody waits in a ring; and only so far that rows
    which merely refer to them, such as an invitation, need not wait.
    """
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def lock_two(one: User, other: User) -> tuple[User, User]:
    """Hold the rows of two people, always in the same order."""
    held = {user.pk: lock_person(user) for user in sorted((one, other), key=lambda user: user.pk)}
    return held[one.pk], held[other.pk]
