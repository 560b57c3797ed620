"""A match in three sentences: luck, one's own decisions, the rivals'; with an even chance they add up to the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.decisions import DecisionPart, hundredths
from games.engine import places
from games.engine.state import OVER
from games.history.replay import MatchReplay
from games.table.people import Person

FELT: Final = 5  # in a hundred: less is told as even


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Where somebody's result came from, in hundredths, each part with its sentence."""

    person: Person
    is_mine: bool
    start: int
    luck: int
    decisions: int
    rivals: int
    end: int
    of_luck: str = ""
    of_decisions: str = ""
    of_rivals: str = ""


def verdicts_of(
    content: dict[str, Any], replay: MatchReplay, decisions: Sequence[DecisionPart]
) -> tuple[Verdicts, ...]:
    """Return everybody's, the reader's own first; without one, the winner's."""
    found = [_verdicts(seat, content, replay, decisions) for seat in range(len(content["balance"]))]
    first = _told_first(replay)
    return tuple(sorted(found, key=lambda one: one.person.number != first))


def _told_first(replay: MatchReplay) -> int:
    end = replay.timeline.states[-1]
    if replay.viewer is not None:
        return replay.viewer
    return places(end).index(1) if end.phase == OVER else 0


def _verdicts(seat: int, content: dict[str, Any], replay: MatchReplay, decisions: Sequence[DecisionPart]) -> Verdicts:
    row, even = content["balance"][seat], 100 / len(replay.people)
    start, end = round(even), round(even + 100 * row["result"])
    own, rivals = hundredths(row["decisions"]), hundredths(row["rivals"])
    luck = end - start - own - rivals  # what is rounded off lies here, so that the parts add up
    dealt = round(100 * content["chances"][0]["win"][seat])
    is_mine = seat == replay.viewer
    return Verdicts(
        person=replay.people[seat],
        is_mine=is_mine,
        start=start,
        luck=luck,
        decisions=own,
        rivals=rivals,
        end=end,
        of_luck=_of_luck(luck, dealt, is_mine=is_mine),
        of_decisions=_of_decisions([one for one in decisions if one.person.number == seat], is_mine=is_mine),
        of_rivals=_of_rivals(seat, rivals, content["mistakes"], decisions),
    )


def _of_luck(luck: int, dealt: int, *, is_mine: bool) -> str:
    if is_mine:
        first = _("The deal gave you a chance of %(dealt)s in 100.") % {"dealt": dealt}
    else:
        first = _("The deal gave a chance of %(dealt)s in 100.") % {"dealt": dealt}
    second = _("All in all, luck was even.")
    if abs(luck) > FELT:
        good = _("All in all, luck was good, small mistakes counted in.")
        second = good if luck > 0 else _("All in all, luck was bad, small mistakes counted in.")
    return f"{first} {second}"


def _of_decisions(own: Sequence[DecisionPart], *, is_mine: bool) -> str:
    if not own:
        return _("No decision surely cost more than 2 in 100.")
    worst = max(own, key=lambda one: one.cost)
    said = {"count": len(own), "title": worst.title, "place": worst.place, "cost": worst.cost}
    one_or_more = ngettext(
        "%(count)s decision cost something: %(place)s, −%(cost)s. %(title)s.",
        "%(count)s decisions cost something, most of all at %(place)s, −%(cost)s: %(title)s.",
        len(own),
    )
    return one_or_more % said


def _of_rivals(seat: int, rivals: int, mistakes: Sequence[dict[str, Any]], decisions: Sequence[DecisionPart]) -> str:
    """Name the rival's mistake that did most for a seat, or against it."""
    theirs = {one["number"]: one["swing"][seat] for one in mistakes if one["seat"] != seat and "swing" in one}
    if not theirs or not rivals:
        return _("The others made no mistake that changed much here.")
    number = max(theirs, key=lambda one: theirs[one] * (1 if rivals > 0 else -1))
    title = next((one.title for one in decisions if one.number == number), "")
    if rivals > 0:
        return _("The others’ mistakes helped, most of all this one: %(title)s.") % {"title": title}
    return _("The others’ mistakes helped somebody else, most of all this one: %(title)s.") % {"title": title}
