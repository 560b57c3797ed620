"""Room beside a name for a word of other apps, such as a rating."""

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from accounts.signals import collect_badges


def add_badges(people: Iterable[User | None]) -> None:
    """Write beside each name what other apps say of it: they are asked once for all."""
    known = [person for person in people if person is not None and person.has_page]
    answers: list[Any] = collect_badges.send(sender=User, people={person.pk for person in known})
    for _listener, badges in answers:
        for person in known:
            person.badge = badges.get(person.pk, person.badge)
