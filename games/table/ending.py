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
    trophies: tuple[Trophy, ...]
    share: int  # of the highest total, in percent, for the chart


def ending_of(state: State, people: tuple[Person, ...], words: Words) -> tuple[Sheet, ...]:
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
            trophies=tuple(trophy_of(award, words) for award in state.awards if award.seat == person.number),
            share=round(100 * score.total / highest),
        )
        for person, place, score in zip(people, places(state), scores, strict=True)
    ]
    return tuple(sorted(sheets, key=lambda sheet: sheet.place))
