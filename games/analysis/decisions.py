"""The decision at the cursor: what was asked, what each answer would have been worth, and each as a side line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.analysis.deciders import decider_of
from games.analysis.words import answer_words, explanation_of, title_of
from games.engine import apply
from games.engine.moves import from_entry
from games.history.replay import MatchReplay
from games.table.log import Line, line_of
from games.table.people import Person

# From what is asked for to where it is found.
Address = Callable[..., str]


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer, the chance of who gave it after it, and the way into what follows from it."""

    index: int
    words: str
    percent: int
    is_best: bool
    is_played: bool
    is_guess: bool
    into: str  # the side line
    guess: str  # the address of who gives this answer when asked anew


@dataclass(frozen=True, slots=True)
class DecisionPart:
    """A decision that cost something, in words."""

    number: int
    at: int  # the cursor that shows the question
    person: Person
    is_mine: bool
    place: str
    title: str
    why: tuple[str, ...]
    cost: int
    answers: tuple[AnswerRow, ...]
    url: str
    learn: str

    @property
    def guess(self) -> AnswerRow | None:
        """The answer that somebody has just given who learns from it."""
        return next((answer for answer in self.answers if answer.is_guess), None)


@dataclass(frozen=True, slots=True)
class SideLine:
    """What would have followed from an answer, as far as one has stepped."""

    answer: AnswerRow
    step: int
    last: int
    back: str
    on: str
    leave: str
    told: tuple[tuple[Line, ...], ...]
    parts: dict[str, SafeString]


def decisions_of(content: dict[str, Any], replay: MatchReplay, address: Address) -> tuple[DecisionPart, ...]:
    """Return every decision that cost something, in their order; those found before answers were kept are left out."""
    found = sorted(content["mistakes"], key=lambda one: one["number"])
    return tuple(decision_of(one, replay, address) for one in found if "answers" in one)


def decision_of(
    mistake: dict[str, Any], replay: MatchReplay, address: Address, guess: int | None = None
) -> DecisionPart:
    """Return one of them; `guess` is the answer given by somebody who was asked anew."""
    seat, at = mistake["seat"], mistake["number"] - 1
    decider = decider_of(mistake, replay)
    chances = [answer["win"][seat] for answer in mistake["answers"]]
    best, lost = round(100 * chances[0]), [hundredths(chances[0] - chance) for chance in chances]
    played = next(index for index, answer in enumerate(mistake["answers"]) if answer["is_played"])
    return DecisionPart(
        number=mistake["number"],
        at=at,
        person=decider.person,
        is_mine=decider.is_mine,
        place=replay.words.location(mistake["location"]),
        title=title_of(mistake, replay),
        why=tuple(words for words in explanation_of(mistake, replay) if words),
        cost=lost[played],
        answers=tuple(
            AnswerRow(
                index=index,
                words=answer_words(answer["entry"], replay.words),
                percent=best - lost[index],  # so what is told of the cost is seen, too
                is_best=index == 0,
                is_played=answer["is_played"],
                is_guess=index == guess,
                into=address(at=at, answer=index, step=1),
                guess=address(at=at, learn=1, guess=index),
            )
            for index, answer in enumerate(mistake["answers"])
        ),
        url=address(at=at),
        learn=address(at=at, learn=1),
    )


def hundredths(chance: float) -> int:
    """Return a chance in hundredths, the same whether it is kept or the difference of two that are kept."""
    return round(100 * round(chance, 3))


def in_the_order_of_asking(answers: Sequence[AnswerRow]) -> list[AnswerRow]:
    """Return answers in an order that does not tell which is best."""
    return sorted(answers, key=lambda answer: answer.words)


def side_line(mistake: dict[str, Any], replay: MatchReplay, address: Address, index: int, step: int) -> SideLine | None:
    """Return what follows from an answer in thought, after so many moves of it."""
    if not 0 <= index < len(mistake["answers"]):
        return None
    line = mistake["answers"][index]["line"]
    step, at = max(1, min(step, len(line))), mistake["number"] - 1
    state, told = replay.timeline.states[at], list[tuple[Line, ...]]()
    for entry in line[:step]:
        state, events = apply(state, *from_entry(entry))
        told.append(tuple(line_of(event.to_json(), replay.people, replay.words) for event in events))
    return SideLine(
        answer=decision_of(mistake, replay, address).answers[index],
        step=step,
        last=len(line),
        back=address(at=at, answer=index, step=step - 1) if step > 1 else "",
        on=address(at=at, answer=index, step=step + 1) if step < len(line) else "",
        leave=address(at=at),
        told=tuple(told),
        parts=replay.draw_state(state, mistake["seat"]),
    )
