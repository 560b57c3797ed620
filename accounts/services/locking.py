"""One thing at a time for one person."""

from accounts.models import User


def lock_person(user: User) -> User:
    """Hold somebody's row until the end of the transaction.

    A person is always locked before a table, never after, so that nobody waits in a ring; and only so far that rows
    which merely refer to them, such as an invitation, need not wait.
    """
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)
