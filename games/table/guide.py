"""The guide's card: what it explains to one person now, with the names and numbers of their own table."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

from games.engine import View
from games.engine.state import OVER
from games.guide import LESSONS, next_lesson
from games.models import Guide
from games.table.guide_facts import Facts, facts_of
from games.table.people import Person
from games.words import Words

_BY_ID: Final = {lesson.id: lesson for lesson in LESSONS}


@dataclass(frozen=True, slots=True)
class Card:
    """What the guide shows: a lesson, that it waits for something new, that it is silent, or its farewell."""

    kind: str  # lesson, waiting, silent, farewell
    read: int
    lesson: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()

    @property
    def total(self) -> int:
        return len(LESSONS)

    @property
    def number(self) -> int:
        """Which of the lessons this is, for its reader."""
        return self.read + 1

    @property
    def title(self) -> str | Promise:
        return _BY_ID[self.lesson].title

    @property
    def part(self) -> str:
        return _BY_ID[self.lesson].part

    @property
    def is_decision(self) -> bool:
        return _BY_ID[self.lesson].is_decision

    @property
    def template(self) -> str:
        return _BY_ID[self.lesson].template

    @property
    def said(self) -> Facts:
        """The facts by name, as templates want them."""
        return dict(self.facts)


def card_of(guide: Guide, view: View, people: tuple[Person, ...], words: Words) -> Card:
    """What the guide shows to the viewer at this moment."""
    read = len(guide.read)
    if not guide.is_on:
        return Card("silent", read)
    lesson = next_lesson(view, guide.read)
    if lesson is None:
        return Card("farewell" if view.state.phase == OVER else "waiting", read)
    facts = facts_of(lesson.id, view.state, view.viewer or 0, people, words)
    return Card("lesson", read, lesson.id, tuple(facts.items()))
