"""The rules, in the words of the edition that was asked for."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.edition_words import Words, words_of
from games.engine import edition_files
from games.learn.rulebook import examples, facts, ratings
from games.learn.rulebook.chapters import chapters_of
from games.learn.rulebook.comparison import compare
from games.learn.rulebook.making import making_of
from games.learn.rulebook.nouns import nouns_of
from games.lobby.forms.choices import editions


class EditionChoice(NamedTuple):
    """An edition whose rules can be read."""

    name: str
    url: str
    chosen: bool


@require_safe
def rules(request: HttpRequest, edition_id: str = "") -> HttpResponse:
    """Show one page with all the rules, of the usual edition where none is asked for."""
    known = [key for key, _ in editions()]
    edition_id = edition_id or known[0]
    if edition_id not in edition_files():
        raise Http404
    return render(request, "games/rules/page.html", {**_book(words_of(edition_id)), **_choices(known, edition_id)})


def _choices(known: list[str], chosen: str) -> dict[str, Any]:
    choices = [EditionChoice(words_of(key).name, reverse("rules", args=[key]), key == chosen) for key in known]
    return {"choices": choices, "comparison": compare(known)}


def _book(words: Words) -> dict[str, Any]:
    """Return the words, numbers and pictures of the page."""
    nouns = nouns_of(words)
    star_columns, kinds = facts.kinds_of(words)
    return {
        **nouns,
        **facts.numbers_of(words.edition),
        "words": words,
        "options": words.edition.options,
        "chapters": chapters_of(nouns),
        "star_columns": star_columns,
        "kinds": kinds,
        "faces": examples.faces_of(words),
        "dud": examples.dud_of(words),
        "purses": facts.purses_of(words),
        "all_markers": ratings.all_markers(words),
        "track": examples.track_example(words),
        "sharing": examples.sharing_example(words),
        "party_guests": examples.party_example(words),
        "takes": facts.takes_of(words),
        "making": making_of(words),
        "rated": ratings.rating_example(words),
        "plaques": facts.plaques_of(words),
        "score": ratings.score_example(words),
    }
