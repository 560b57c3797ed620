"""Looking through a match for questions with one clearly best answer."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from games.ai.comparing import ClearChoice, find_clear_choice
from games.ai.forecast import public
from games.engine import State, forced, move_of, to_json
from games.engine.moves import to_entry
from games.engine.state import AUCTION, OVER, PARTY, PLACING

BID, TAKE, PLACE = "bid", "take", "place"
KIND_OF: Final = {AUCTION: BID, PARTY: TAKE, PLACING: PLACE}
KINDS: Final = (BID, TAKE, PLACE)
# Of one match so many questions are looked at: another match is more likely to have a good one than the rest of it.
TRIED: Final = 60


@dataclass(frozen=True, slots=True)
class FoundProblem:
    """A question of a match, as it is kept: all in the words of records, and nothing that the seat could not know."""

    number: int  # after so many entries of the match
    kind: str
    seat: int
    position: dict[str, Any]
    answers: list[dict[str, Any]]
    best: int
    played: list[Any]
    lot: dict[str, int] | None

    def plain(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


def find_in(
    states: Sequence[State], entries: Sequence[list[Any]], seed: str, besides: Collection[str] = ()
) -> Iterator[FoundProblem]:
    """Yield what is found in a match whose states after each entry these are; the same seed finds the same.

    Kinds of questions that were asked lately come last.
    """
    dice = Random(seed)  # noqa: S311 - the same search whoever makes it
    asked = [number for number in range(len(entries)) if _is_asked(states[number], entries[number])]
    dice.shuffle(asked)
    # In the first quarter little is clear yet, and playing on from there takes longest.
    asked.sort(key=lambda number: (KIND_OF[states[number].phase] in besides, states[number].quarter == 1))
    for number in asked[:TRIED]:
        luck = Random(f"{seed}/{number}")  # noqa: S311 - as above
        found = find_clear_choice(states[number], luck)
        if found is not None:
            yield _kept(states[number], number, found, entries[number])


def _is_asked(state: State, entry: list[Any]) -> bool:
    """Tell whether somebody had something to decide, and did."""
    return state.phase != OVER and state.turn == entry[0] and entry[1] != "undo" and not forced(state)


def _kept(state: State, number: int, found: ClearChoice, entry: list[Any]) -> FoundProblem:
    answers = [
        {"move": to_entry(found.seat, move_of(state.edition, state.phase, code))[1:], "chance": chance}
        for code, chance in found.answers
    ]
    return FoundProblem(
        number=number,
        kind=KIND_OF[state.phase],
        seat=found.seat,
        position=to_json(public(state)),
        answers=answers,
        best=found.best,
        played=entry[1:],
        lot=found.lot._asdict() if found.lot else None,
    )
