"""People and tables for the tests of the lobby."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match

People = Callable[[str], User]
Tables = Callable[..., Match]


@pytest.fixture
def people(db: None) -> People:
    """Somebody of that name with a confirmed address; the same one when asked again."""

    def known(name: str) -> User:
        user = User.objects.filter(username=name).first()
        if user is None:
            user = User.objects.create_user(name, f"{name}@example.org", is_guest=False)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return known


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("Guest 4711", is_guest=True)


@pytest.fixture
def table(people: People) -> Tables:
    """An open table of ada's, or of whoever hosts it, with the options that are named."""

    def opened(
        host: User | str = "ada", ai_levels: tuple[str, ...] = (), invited: tuple[User, ...] = (), **options: Any
    ) -> Match:
        host = people(host) if isinstance(host, str) else host
        return open_table(host=host, options=TableOptions(**options), ai_levels=ai_levels, invited=invited)

    return opened
