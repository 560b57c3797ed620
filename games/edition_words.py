"""The words of an edition in the reader's language: code holds ids, people read names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import Edition, load_edition
from games.engine.edition import Texts
from games.engine.kinds import KINDS, SPACE_KINDS

SOURCE: Final = "en"
# Which counts take the form "one"; where nothing is said, 1 does.
SINGULAR: Final[dict[str, Callable[[int], bool]]] = {"fr": lambda count: abs(count) < 2}

# What the levels of AI seats are called, the weakest first; the director's styles after them.
LEVEL_NAMES: Final[dict[str, str | Promise]] = {
    "random": pgettext_lazy("level of an AI", "Chance"),
    "trainee": _("Trainee"),
    "assistant": _("Assistant"),
    "director": pgettext_lazy("level of an AI", "Director"),
    "producer": _("Producer"),
    "mogul": _("Mogul"),
    "director:miser": _("Miser"),
    "director:premiere": _("First-nighter"),
    "director:actors": _("Star maker"),
    "director:few": _("Perfectionist"),
    "director:many": _("Workhorse"),
}

# Who they are, in one line.
LEVEL_CHARACTERS: Final[dict[str, str | Promise]] = {
    "trainee": _("Knows the rules, guesses at prices and counts nobody’s money but its own."),
    "assistant": _("Sees the awards, remembers roughly who has what, and overpays now and then."),
    "director": _("Values every lot, counts every purse, and bids what it is worth and no more."),
    "producer": _("Plays each lot out in thought, with and without it, before it names a price."),
    "mogul": _("Thinks furthest ahead, about your plans too. Give it a moment."),
    "director:miser": _("A director who keeps the money together and waits for bargains."),
    "director:premiere": _("A director who wants to be first in every genre."),
    "director:actors": _("A director who bids for stars, and for the first pick at parties."),
    "director:few": _("A director who makes few films, and great ones."),
    "director:many": _("A director who finishes one small film after the other."),
}


def level_name(level: str) -> str:
    """Return a level as people read it."""
    return str(LEVEL_NAMES.get(level, level.capitalize()))


def level_character(level: str) -> str:
    """Return what kind of player a level is."""
    return str(LEVEL_CHARACTERS.get(level, ""))


@dataclass(frozen=True, slots=True)
class Words:
    """What one edition calls its things in one language. Whatever is not translated stands in English."""

    edition: Edition
    language: str

    @property
    def name(self) -> str:
        """The edition as people tell it from others: `Dream Factory 2009`."""
        return f"{self.text(self.edition.name)} {self.edition.year}"

    def text(self, texts: Texts) -> str:
        return texts.get(self.language) or texts[SOURCE]

    def word(self, key: str, count: int = 1) -> str:
        """Return a word of the edition in the form that goes with the count: `tiles`, or with its number `3 stars`."""
        forms = self.edition.words[key]
        forms = forms.get(self.language) or forms[SOURCE]
        return str(forms[self._form(count)]).replace("{n}", f"{count}".replace("-", "−"))

    def money(self, amount: int) -> str:
        """Return an amount, which no line break parts: `4 Mio. $`, `2 contracts`."""
        return self.word("money_amount", amount).replace(" ", "\N{NO-BREAK SPACE}")

    def stars(self, count: int) -> str:
        return self.word("stars", count)

    def tile(self, tile: int) -> str:
        return self.text(self.edition.tiles[tile].name)

    def tile_kind(self, kind: int, count: int = 1) -> str:
        return self.word(KINDS[kind], count)

    def space_kind(self, kind: int, count: int = 1) -> str:
        return self.word(SPACE_KINDS[kind], count)

    def screenplay(self, screenplay: int) -> str:
        return self.text(self.edition.screenplays[screenplay].title)

    def location(self, location: int) -> str:
        return self.text(self.edition.board[location].name)

    def genre(self, genre: int, count: int = 1) -> str:
        return self.word(self.edition.genres[genre], count)

    def genre_in_short(self, genre: int) -> str:
        """Return it as it fits under a trophy in a row of nine: `action`, where the whole is `action movie`."""
        forms = self.edition.words[self.edition.genres[genre]]
        return str((forms.get(self.language) or forms[SOURCE]).get("short") or self.genre(genre))

    def _form(self, count: int) -> str:
        is_one = SINGULAR.get(self.language, lambda number: abs(number) == 1)
        return "one" if is_one(count) else "other"


@cache
def words_in(edition_id: str, language: str) -> Words:
    """Return the words of an edition in a language, such as `fr` or `de-at`; one object for all who ask."""
    return Words(load_edition(edition_id), language.split("-")[0])


def words_of(edition_id: str) -> Words:
    """Return the words of an edition in the language of the reader of this page."""
    return words_in(edition_id, translation.get_language() or SOURCE)
