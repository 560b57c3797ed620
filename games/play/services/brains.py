"""Asking a brain: it gets what its seat may know, and where it fails another one answers and the failure is counted."""

import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

from config.metrics import thoughts
from games.ai.brain import Sight, Thought
from games.ai.levels import LEVELS, STAND_IN_LEVEL
from games.ai.purses import count_on, count_purses
from games.engine import Refused, State, check, options, perform, start, view
from games.models import BrainFailure, Match
from games.play.services.positions import moves_in_force, undone_numbers
from games.thinking.question import Question
from games.thinking.thinkers import BrainFailed, Thinkers

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the acting seat of a match is to decide as entry `number`."""

    match: Match
    state: State
    number: int

    @property
    def options(self) -> list[int]:
        return options(self.state)

    @property
    def seed(self) -> str:
        """The seed of the brain's dice: the same whenever this decision is asked for.

        Nobody but this server can foresee it, and it comes from the server's key alone, not from the match's secret:
        it could not tell anything about hidden tiles even to a brain that tried.
        """
        return salted_hmac("games.ai.dice", f"{self.match.pk}/{self.number}", algorithm="sha256").hexdigest()

    @property
    def whim(self) -> str:
        """What makes this seat's brain differ from its copies, all through the match; no page and no log tells it."""
        return salted_hmac("games.ai.whim", f"{self.match.pk}/{self.state.turn}", algorithm="sha256").hexdigest()

    def look(self) -> Sight:
        """Return what the seat may know: its view, and the purses as the public log tells them."""
        return Sight(view(self.state, self.state.turn), _purses(self.match, self.state))

    def look_longer(self) -> Sight:
        """Return the same with the log itself, for brains that learn from it how others bid."""
        return self.look()._replace(log=tuple(_answers(self.match, self.state)), whim=self.whim)


class Counted(NamedTuple):
    """The purses after an entry of a match."""

    number: int
    purses: tuple[int, ...]


# What was counted last, by match and its commitment: a match gets longer, but what is new of it does not.
_counted: Final[OrderedDict[tuple[int, str], Counted]] = OrderedDict()
COUNTED: Final = 2_000


def _purses(match: Match, state: State) -> tuple[int, ...]:
    """Count on from what was counted before; all anew where something that may have been paid was taken back."""
    key, nothing = (match.pk, match.commitment), Counted(0, count_purses(state.edition, state.setup.seats, ()))
    last = _counted.get(key, nothing)
    entries = _entries_after(match, last.number)
    if last.number > match.number or any(entry[1] == "undo" for entry, _events in entries):
        last, entries = nothing, _entries_after(match, 0)
    gone = undone_numbers([entry for entry, _events in entries])
    stand = (events for number, (_entry, events) in enumerate(entries, start=1) if number not in gone)
    _counted[key] = Counted(match.number, count_on(last.purses, chain.from_iterable(stand)))
    while len(_counted) > COUNTED:
        _counted.popitem(last=False)
    return _counted[key].purses


def _entries_after(match: Match, number: int) -> list[tuple[Any, Any]]:
    """Return the entries of a match after a number, each with what happened."""
    entries = match.moves.filter(number__gt=number, number__lte=match.number)
    return list(entries.order_by("number").values_list("entry", "events"))


def _answers(match: Match, state: State) -> list[int]:
    """Return every answer that stands, as the rules number them; none where they do not begin at the beginning."""
    table, codes = start(state.setup), list[int]()
    try:
        for seat, move in moves_in_force(match):
            codes.append(check(table, seat, move))
            perform(table, codes[-1])
    except Refused:
        return []
    return codes


def think(decision: Decision, level: str) -> Thought:
    """Return the level's answer, or that of the stand-in: a match never stops for an AI."""
    try:
        with thoughts.labels(level).time():
            return _ask(decision, level)
    except Exception as failure:
        logger.exception("The brain %s failed at %s/%s", level, decision.match.pk, decision.number)
        _count(decision, level, failure)
    try:
        thought = _ask(decision, STAND_IN_LEVEL)
        return thought._replace(why={**(thought.why or {}), "instead_of": level})
    except Exception:
        logger.exception("The stand-in failed at %s/%s", decision.match.pk, decision.number)
        return Thought(decision.options[0], {"instead_of": level})


@cache
def thinkers() -> Thinkers:
    """Return the processes of this one that think; nobody starts any before the first slow thought."""
    return Thinkers(settings.THINKERS, settings.THINKING_SECONDS)


def _ask(decision: Decision, level: str) -> Thought:
    """Quick brains think here, others in a process of their own."""
    if LEVELS[level].is_quick:
        dice = Random(decision.seed)  # noqa: S311 - its seed cannot be foreseen
        thought = LEVELS[level].brain(decision.options, decision.look, dice)
    else:
        thought = thinkers().ask(_question(decision, level))
    if thought.code not in decision.options:
        raise BrainFailed(f"illegal answer {thought.code!r}")
    return thought


def _question(decision: Decision, level: str) -> Question:
    sight = decision.look_longer()
    seen = sight.view.to_json()
    return Question(level, seen, sight.purses, decision.options, decision.seed, sight.log, sight.whim)


def _count(decision: Decision, level: str, failure: Exception) -> None:
    """Write down the failure by its last line, which says what it was."""
    last = (str(failure).strip().splitlines() or [""])[-1]
    what = last if isinstance(failure, BrainFailed) else f"{type(failure).__name__}: {last}"
    longest = BrainFailure._meta.get_field("what").max_length
    BrainFailure.objects.create(match=decision.match, number=decision.number, level=level, what=what[:longest])
