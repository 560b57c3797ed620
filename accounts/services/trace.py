"""Writing down what those who look after the house do."""

from typing import Any

from django.db.models import Model

from accounts.models import StaffAct, User


class NoReason(ValueError):
    """Nobody acts for the house without saying why."""


def trace(
    *,
    actor: User | None,
    verb: str,
    why: str,
    target: Model | None = None,
    person: User | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> StaffAct:
    """Add one act to the trace, inside the transaction of the act; without an actor the house's own command did it."""
    if not why.strip():
        raise NoReason
    return StaffAct.objects.create(
        actor=actor,
        verb=verb,
        why=why.strip(),
        target=name_of(target),
        person=person,
        before=before or {},
        after=after or {},
    )


def name_of(target: Model | None) -> str:
    """Name a row so that it is found again: `games.match/17`."""
    return f"{target._meta.label_lower}/{target.pk}" if target is not None else ""
