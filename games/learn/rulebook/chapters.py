"""The headings of the rules page: what the contents list, and where its links lead."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.learn.rulebook.questions import QUESTIONS

Titles = Mapping[str, str | Promise]


class Heading(NamedTuple):
    """A title with the anchor it stands at."""

    id: str
    title: str


class Chapter(NamedTuple):
    """A chapter of the page, its template, and the headings within."""

    id: str
    title: str
    sections: tuple[Heading, ...]

    @property
    def template(self) -> str:
        return f"games/rules/{self.id}.html"

    @property
    def titles(self) -> dict[str, str]:
        """The titles within the chapter by their anchors, for its template."""
        return dict(self.sections)


CHAPTERS: Final[Mapping[str, str | Promise]] = {
    "minute": _("In one minute"),
    "goal": _("The goal"),
    "parts": _("What lies on the table"),
    "quarter": _("A %(quarter)s"),
    "auction": _("Auctions"),
    "party": _("Parties"),
    "placing": _("Placing %(tiles)s"),
    "movie": _("Completing a movie"),
    "awards": _("%(awards)s"),
    "end": _("The end"),
    "secret": _("What is secret"),
    "questions": _("Questions and answers"),
    "editions": _("The editions compared"),
}
SECTIONS: Final[Mapping[str, Titles]] = {
    "parts": {
        "tiles": _("%(tiles)s"),
        "screenplays": _("Screenplays"),
        "purse": _("%(money)s and first player"),
        "markers": _("%(markers)s"),
        "setup": _("Before the first auction"),
    },
    "auction": {"bidding": _("Bidding"), "payment": _("Where the payment goes")},
    "party": {"order": _("Who chooses first")},
    "placing": {
        "fits": _("What fits where"),
        "stacks": _("One %(tile)s on another"),
        "blanks": _("%(blanks)s"),
        "guests": _("%(guest_stars)s"),
    },
    "movie": {"rating": _("The rating"), "next": _("The next screenplay")},
    "end": {"score": _("The score"), "ties": _("Ties")},
    "questions": QUESTIONS,
    "editions": {"names": _("The same things by other names")},
}


def chapters_of(nouns: Mapping[str, str]) -> tuple[Chapter, ...]:
    """Return all chapters, in the reader's language and the edition's words."""
    return tuple(
        Chapter(
            id=chapter,
            title=_title(title, nouns),
            sections=tuple(Heading(key, _title(words, nouns)) for key, words in SECTIONS.get(chapter, {}).items()),
        )
        for chapter, title in CHAPTERS.items()
    )


def _title(title: str | Promise, nouns: Mapping[str, str]) -> str:
    return str(capfirst(str(title) % nouns))
