"""Writing down what staff do."""

from datetime import timedelta
from typing import Any, Final

from django.db.models import Model
from django.utils import timezone

from accounts.models import StaffAct, User

# Whoever leafs through what they found, or looks at it again, does not search anew.
SAME_SEARCH_FOR: Final = timedelta(hours=1)
LOOKED_BACK: Final = 20  # acts
LONGEST_SEARCH: Final = 1_000  # letters


class NoReason(ValueError):
    """No member of staff acts without saying why."""


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
    """Add one act to the trace, inside the transaction of the act; without an actor a command of the server did it."""
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


def trace_search(*, actor: User, rows: str, asked: dict[str, list[str]]) -> None:
    """Write down what somebody searched for, once for as long as they look at it."""
    kept = {name: [value[:LONGEST_SEARCH] for value in values] for name, values in asked.items()}
    why = "; ".join(f"{name}={', '.join(values)}" for name, values in sorted(kept.items()))[:LONGEST_SEARCH]
    latest = StaffAct.objects.filter(actor=actor).values_list("verb", "why", "at")[:LOOKED_BACK]
    since = timezone.now() - SAME_SEARCH_FOR
    if not any((verb, why) == (f"search {rows}", said) and at > since for verb, said, at in latest):
        trace(actor=actor, verb=f"search {rows}", why=why, after=kept)


def name_of(target: Model | None) -> str:
    """Name a row so that it is found again: `games.match/17`."""
    return f"{target._meta.label_lower}/{target.pk}" if target is not None else ""
