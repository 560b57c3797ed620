"""The timeline of a match from the first deal on: every entry, the facts that followed, and where the table stood."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine import Event, RecordRefused, Refused, Setup, State, apply, forced, start
from games.engine.moves import from_entry, to_entry
from games.engine.record import read_setup
from games.engine.state import OVER
from games.models import Match
from games.play.services.positions import play_through, undone_numbers, without_undone

TOLD_OF_MOVES: Final = ("match", "number", "entry", "events", "key", "by_ai", "by_order")


class CannotReplay(Exception):
    """The moves of this match do not follow from each other: it was set aside, or its rules are no longer known."""


class StillSealed(CannotReplay):
    """Others still play the same deal."""


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """The table after an entry; the first step is the deal."""

    number: int
    seat: int | None
    verb: str  # what it did, as a record names it; nothing for the deal
    events: list[dict[str, Any]]
    undone: int  # how many moves it took back; 0 for a move
    by_staff: bool  # moderators entered it
    by_ai: bool  # an AI played it, be it for a person; unknown of a record
    is_forced: bool  # nothing else was possible
    stands: bool  # not taken back later, and no taking back
    quarter: int
    location: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """All steps of a match, with the states that never leave but through a view."""

    steps: tuple[TimelineStep, ...]
    states: tuple[State, ...]
    entries: tuple[list[Any], ...] = ()  # the first leads from the deal to the first step after it

    def standing_entries(self) -> list[list[Any] | None]:
        """Return what was played, with None for what was taken back later and for the taking back."""
        return [entry if self.steps[number].stands else None for number, entry in enumerate(self.entries, start=1)]

    def entries_until(self, number: int) -> list[list[Any]]:
        """Return the moves that stood after an entry: what was taken back later is there, if it was played by then."""
        return [to_entry(*move) for move in without_undone(self.entries[:number])]

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def is_over(self) -> bool:
        return self.states[-1].phase == OVER

    def next(self, number: int, changes: Callable[[TimelineStep], object] = lambda step: step.number) -> int | None:
        """Return the next step at which something changes: the number itself, the lot, the quarter."""
        now = changes(self.steps[number])
        later = (step for step in self.steps[number + 1 :] if step.stands and changes(step) != now)
        return next((step.number for step in later), None)

    def previous(self, number: int, changes: Callable[[TimelineStep], object] = lambda step: step.number) -> int | None:
        """Back to where the present lot or quarter began; from there to where the one before it did."""
        earlier = [step for step in self.steps[:number] if step.stands]
        if not earlier:
            return None
        sought = changes(earlier[-1])
        return next(step.number for step in earlier if changes(step) == sought)

    def beginnings(self) -> list[TimelineStep]:
        """Return the first step of every lot."""
        standing = [step for step in self.steps if step.stands]
        before = [None, *map(lot_of, standing)]
        return [step for step, earlier in zip(standing, before, strict=False) if lot_of(step) != earlier]


def lot_of(step: TimelineStep) -> tuple[int, int]:
    """Return what is on the block: quarter and location."""
    return step.quarter, step.location


def quarter_of(step: TimelineStep) -> int:
    """Return the quarter a step belongs to."""
    return step.quarter


def timeline_of_match(match: Match) -> Timeline:
    """Return the timeline of a match that has begun, from what is stored of it."""
    if match.sealed:
        raise StillSealed
    try:
        setup = match.read_state().setup
    except Exception as problem:  # whatever a damaged row holds
        raise CannotReplay from problem
    moves = list(match.moves.order_by("number").only(*TOLD_OF_MOVES))
    told = [match.opening, *(move.events for move in moves)]
    by_staff = {move.number for move in moves if move.is_by_staff}
    by_ai = {move.number for move in moves if move.by_ai and not move.by_order}
    return _timeline(setup, [move.entry for move in moves], told, by_staff, by_ai)


def timeline_of_record(record: dict[str, Any]) -> Timeline:
    """Return the timeline of a record that was checked before; the facts are found by playing it again."""
    try:
        setup = read_setup(record)
        opening: list[Event] = []
        state = start(setup, opening)
        told = [_plain(opening)]
        for entry in record["moves"]:
            state, events = apply(state, *from_entry(entry))
            told.append(_plain(events))
    except (RecordRefused, Refused) as problem:  # by rules that came after it
        raise CannotReplay from problem
    return _timeline(setup, record["moves"], told)


def _plain(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [event.to_json() for event in events]


def _timeline(
    setup: Setup,
    entries: Sequence[list[Any]],
    told: Sequence[list[dict[str, Any]]],
    by_staff: Collection[int] = (),
    by_ai: Collection[int] = (),
) -> Timeline:
    try:
        states = tuple(play_through(setup, entries))
    except (Refused, LookupError, ValueError, TypeError) as problem:
        raise CannotReplay from problem
    undone = undone_numbers(entries)
    steps = tuple(
        TimelineStep(
            number=number,
            seat=entries[number - 1][0] if number else None,
            verb=entries[number - 1][1] if number else "",
            events=told[number],
            undone=_undone_by(entries[number - 1]) if number else 0,
            by_staff=number in by_staff,
            by_ai=number in by_ai,
            is_forced=number > 0 and not _undone_by(entries[number - 1]) and bool(forced(states[number - 1])),
            stands=number not in undone,
            quarter=state.quarter,
            location=state.location,
        )
        for number, state in enumerate(states)
    )
    return Timeline(steps, states, tuple(entries))


def _undone_by(entry: list[Any]) -> int:
    return int(entry[2]) if entry[1] == "undo" else 0
