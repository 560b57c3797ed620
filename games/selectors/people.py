"""People as the lobby asks about them."""

from collections.abc import Collection

from accounts.lookalikes import lookalike_key
from accounts.models import User
from accounts.selectors import ids_blocked_either_way


def find_person(name: str) -> User | None:
    """Whoever has that name, however it is spelt; guests and those who left cannot be called."""
    people = User.objects.filter(is_guest=False, is_active=True, left_at=None)
    return people.filter(name_key=lookalike_key(name.strip())).first()


def are_kept_apart(user: User, others: Collection[int]) -> bool:
    """Whether one of the others keeps this person away, or is kept away by them."""
    return not ids_blocked_either_way(user).isdisjoint(others)
