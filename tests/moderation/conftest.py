"""Staff with their second factor, and what they look after."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.conftest import People, Tables, guest, people, table
from tests.games.matches import begin
from tests.moderation.second_factor import show_second_factor

__all__ = ["guest", "people", "table"]

Staff = Callable[..., User]
ROLES = ("helper", "moderator", "administrator")


@pytest.fixture(autouse=True)
def as_in_production(settings) -> None:
    """Ask for the second factor, as everywhere but on a developer's own machine."""
    settings.ALONE_ON_THIS_MACHINE = False


@pytest.fixture
def staff(people: People) -> Staff:
    """A member of staff in a role."""

    def of_staff(role: str = "moderator", name: str = "") -> User:
        user = people(name or role)
        user.is_staff = True
        user.save(update_fields=["is_staff"])
        user.groups.set([Group.objects.get(name=role)])
        return user

    return of_staff


@pytest.fixture
def at_work(staff: Staff) -> Callable[[str], Client]:
    """The browser of a member of staff who has shown their second factor."""

    def browser(role: str = "moderator") -> Client:
        return show_second_factor(staff(role))

    return browser


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """A match in play between ada and grace."""
    return begin(people, table, "grace")
