"""How strong people are, as far as another app knows."""

from collections.abc import Collection
from typing import Any, Final

from games.signals import collect_strengths

# Where everybody begins: who has no rating counts as that.
UNKNOWN: Final = 1500


def strengths_of(people: Collection[int]) -> dict[int, int]:
    """Return the rating of each of these who has one; whoever knows is asked once for all."""
    if not people:
        return {}
    answers: list[Any] = collect_strengths.send(sender=None, people=set(people))
    return {person: strength for _listener, known in answers for person, strength in known.items()}
