"""Who gave an answer: whoever had the seat then, or the AI that stood in for them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.history.replay import MatchReplay
from games.table.people import Person


@dataclass(frozen=True, slots=True)
class Decider:
    """Somebody as they are called where a decision is told, and whether that was the reader."""

    person: Person  # whose seat it was
    name: str
    is_mine: bool


def decider_of(mistake: dict[str, Any], replay: MatchReplay) -> Decider:
    """Return who made a mistake: a seat may have changed hands, or an AI may have played for its person."""
    owner, number = replay.people[mistake["seat"]], mistake["number"]
    person = owner.at(number)
    stood_in = replay.timeline.steps[number].by_ai and not person.is_ai
    return Decider(
        person=person,
        name=_("The AI for %(name)s") % {"name": person.name} if stood_in else person.name,
        is_mine=owner.number == replay.viewer and person == owner and not stood_in,
    )
