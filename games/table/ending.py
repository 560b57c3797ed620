"""The end: places, and a score sheet by source for each seat."""

from dataclasses import dataclass

from games.engine import State, places, points
from games.engine.state import OVER
from games.table.people import Person
from games.table.studio import Trophy, trophy_of
from games.words import Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's line of the score sheet."""

    person: Person
    place: int
    markers: int
    awards: int
    money: int
    total: int
    share: int  # of the highest total, in percent, for the chart
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Prize:
    """An award as it was handed over: for which movie, and to whom."""

    trophy: Trophy
    movie: str  # empty for the one that goes to a person
    person: Person


def ceremony_of(state: State, people: tuple[Person, ...], words: Words) -> tuple[Prize, ...]:
    """All awards in the order in which they were made; none while the match runs."""
    if state.phase != OVER:
        return ()
    return tuple(
        Prize(
            trophy=trophy_of(award, words),
            movie="" if award.screenplay is None else words.screenplay(award.screenplay),
            person=people[award.seat],
        )
        for award in state.awards
    )


def ending_of(state: State, people: tuple[Person, ...], words: Words, hints: tuple[int, ...] = ()) -> tuple[Sheet, ...]:
    """The score sheet, best first; empty while the match runs."""
    if state.phase != OVER:
        return ()
    scores = [points(state, person.number) for person in people]
    highest = max(1, max(score.total for score in scores))
    sheets = [
        Sheet(
            person=person,
            place=place,
            markers=score.markers,
            awards=score.awards,
            money=score.money,
            total=score.total,
            share=round(100 * score.total / highest),
            hints=hints[person.number] if hints else 0,
        )
        for person, place, score in zip(people, places(state), scores, strict=True)
    ]
    return tuple(sorted(sheets, key=lambda sheet: sheet.place))
