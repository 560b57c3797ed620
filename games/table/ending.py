"""The end: places, and a score sheet by source for each seat."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import State, places, points
from games.engine.state import OVER
from games.table.people import Person
from games.table.studio import Trophy, trophy_of


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

    @property
    def is_crowned(self) -> bool:
        """Whether they are first, and were there to be."""
        return self.place == 1 and not self.person.absence


@dataclass(frozen=True, slots=True)
class Headline:
    """Who won: a person or an AI player by name, several, or for somebody who was away the AI in their seat."""

    kind: str  # wins, shared, ai_won, ai_shared
    name: str = ""


@dataclass(frozen=True, slots=True)
class Prize:
    """An award as it was handed over: for which movie, and to whom."""

    trophy: Trophy
    movie: str  # empty for the one that goes to a person
    person: Person


def headline_of(sheets: tuple[Sheet, ...]) -> Headline | None:
    """Nobody is crowned who was away, though the places stay as the rules have them; None while the match runs."""
    first = [sheet.person.name for sheet in sheets if sheet.place == 1]
    crowned = [sheet.person.name for sheet in sheets if sheet.is_crowned]
    if not first:
        return None
    if not crowned:
        return Headline("ai_won", first[0]) if len(first) == 1 else Headline("ai_shared")
    return Headline("wins", crowned[0]) if len(crowned) == 1 else Headline("shared")


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
    """Return the score sheet, best first; empty while the match runs."""
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
