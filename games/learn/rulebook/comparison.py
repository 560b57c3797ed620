"""The editions side by side: what each calls its things, and where the rules differ."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.edition_words import Words, words_of

THINGS: Final[Mapping[str, str | Promise]] = {
    "tile": _("What is auctioned and placed"),
    "money": _("What you bid with"),
    "joker": _("The wild card"),
    "guest_star": _("The extra for the last space"),
    "legend": _("The director who is auctioned alone"),
    "camera": _("Behind the camera"),
    "music": _("For the sound"),
    "quarter": _("Once around the board"),
    "city": _("Where several are auctioned together"),
    "space": _("A place on a screenplay"),
    "blank": _("A place for several kinds"),
    "marker": _("The rating of a movie"),
    "award": _("A prize"),
    "popcorn": _("The mark of the first player"),
    "movie_of_the_year": _("The prize for the best in a genre"),
    "best_director": _("The prize for directing"),
}


class ComparisonRow(NamedTuple):
    """One thing, and what each edition says of it."""

    thing: str
    cells: tuple[str, ...]


class Comparison(NamedTuple):
    """All editions: their names, their rules, their words where these differ."""

    editions: tuple[str, ...]
    rules: tuple[ComparisonRow, ...]
    names: tuple[ComparisonRow, ...]


def compare(edition_ids: list[str]) -> Comparison:
    """Return the editions in the order they are given."""
    editions = [words_of(edition_id) for edition_id in edition_ids]
    names = (ComparisonRow(str(thing), tuple(words.word(key) for words in editions)) for key, thing in THINGS.items())
    return Comparison(
        editions=tuple(words.name for words in editions),
        rules=(
            ComparisonRow(gettext("Who comes to the first location"), tuple(_legends(words) for words in editions)),
            ComparisonRow(gettext("Equal final scores"), tuple(_ties(words) for words in editions)),
        ),
        names=(
            *(row for row in names if len(set(row.cells)) > 1),
            ComparisonRow(gettext("The genres"), tuple(_genres(words) for words in editions)),
        ),
    )


def _legends(words: Words) -> str:
    if words.edition.options.legends_seen:
        return gettext("The order is drawn at random and open to all from the start.")
    return gettext("Shuffled face down; each is seen when it is its turn.")


def _ties(words: Words) -> str:
    if words.edition.options.highest_marker_breaks_ties:
        return gettext("The one with the highest-rated movie wins.")
    return gettext("They share the place.")


def _genres(words: Words) -> str:
    return ", ".join(words.genre(genre) for genre in range(len(words.edition.genres)))
