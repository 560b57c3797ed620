"""What staff read in the admin is in their own language: the words of tools, of forms, of columns and of the trace."""

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.test import Client
from django.utils.translation import override

from accounts.admin.tools import Tool, WithTools
from accounts.models import Sanction
from accounts.sanctions.services.sanctions import impose
from accounts.staff.services.trace import trace
from accounts.staff.told_acts import DONE, told
from games.models import ChatLine, Match, Report
from tests.games.conftest import People
from tests.moderation.conftest import Staff

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", ["de", "fr"])]
Pages = dict[str, str]
# What is the same word in both languages, or a number.
SAME = {"fr": {"Note", "Pause", "ID", "Pk", "sanction", "audience"}, "de": {"ID", "Pk"}}


def tools() -> Iterator[Tool]:
    for page in admin.site._registry.values():
        if isinstance(page, WithTools):
            yield from page.tools


def english_words() -> set[str]:
    """What is on the buttons of tools, above them, and beside the fields that they ask for."""
    with override("en"):
        fields = [field for tool in tools() for field in tool.form.base_fields.values()]
        said = [text for tool in tools() for text in (tool.words, tool.help)]
        return {str(text) for text in (*said, *(text for field in fields for text in (field.label, field.help_text)))}


def texts_of(page: str) -> set[str]:
    """What is read on a page, a piece for each element; tips and the words of buttons too."""
    body = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", page.partition("<main")[2])
    pieces = [*re.split(r"<[^>]*>", body), *re.findall(r'\b(?:value|title|aria-label|placeholder)="([^"]*)"', body)]
    return {" ".join(unescape(piece).split()).removesuffix(":") for piece in pieces}


@pytest.fixture
def pages(people: People, match: Match, staff: Staff, at_work: Callable[..., Client], language: str) -> Pages:
    """The pages of a moderator's day, in a language."""
    ada, grace, moderator = people("ada"), people("grace"), staff()
    line = ChatLine.objects.create(match=match, author=ada, audience="seats", text="Zzz")
    row = Report.objects.create(reporter=grace, about=ada, match=match, line=line, kind="abuse")
    impose(actor=moderator, user=ada, kind="mute", reason="zzz", message="zzz")
    trace(actor=moderator, verb="pause match", why="zzz", target=match)
    client = at_work("administrator")
    client.cookies["django_language"] = language
    at_match, at_report, at_ada = (f"games/match/{match.pk}", f"games/report/{row.pk}", f"accounts/user/{ada.pk}")
    asked = ["", *(f"{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry)]
    asked += [f"{at_match}/change/", f"{at_match}/secrets/", f"{at_match}/history/", f"{at_report}/change/"]
    asked += [f"{at_match}/do/{tool}/" for tool in ("pause", "ai", "take-back", "end")]
    asked += [f"{at_report}/do/{tool}/" for tool in ("claim", "note", "close")]
    asked += [f"{at_ada}/file/", f"{at_ada}/change/", f"games/chatline/{line.pk}/change/"]
    asked += [f"{at_ada}/do/{tool}/" for tool in ("note", "warning", "mute", "rename", "suspension", "ban", "delete")]
    asked += ["accounts/announcement/add/", "accounts/addressban/add/", "games/maintenance/add/"]
    answers = {path: client.get(f"/admin/{path}") for path in asked}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    return {path: answer.content.decode() for path, answer in answers.items()}


def test_no_page_of_a_moderators_day_has_english_words_of_tools(pages: Pages, language: str) -> None:
    english = english_words() - SAME[language] - {"", "None"}
    assert len(english) > 50
    assert {"Claim", "Ban", "Why", "For", "Write a note"} <= english
    found = {path: texts_of(page) & english for path, page in pages.items()}
    assert {path: words for path, words in found.items() if words} == {}


def test_the_trace_is_told_in_the_readers_language_and_stored_in_english(pages: Pages, language: str) -> None:
    said = {"de": "hat die Partie angehalten", "fr": "a mis la partie en pause"}[language]
    assert said in pages[""]
    assert "paused" not in pages[""]
    searched = {f"search {model._meta.model_name}" for model in admin.site._registry}
    assert searched | {f"{act} {kind}" for act in ("impose", "lift") for kind in Sanction.Kind.values} <= DONE.keys()
    with override(language):
        assert not {str(words) for words in DONE.values()} & {told_in_english(verb) for verb in DONE}


def told_in_english(verb: str) -> str:
    with override("en"):
        return told(verb, "")


def test_every_column_has_a_name_in_the_readers_language(language: str) -> None:
    unnamed = set()
    for model, page in admin.site._registry.items():
        for column in page.list_display:
            names = {}
            for each in ("en", language):
                with override(each):
                    names[each] = str(label_for_field(column, model, page))
            if names["en"] == names[language] and names["en"] not in SAME[language]:
                unnamed.add((model._meta.label, names["en"]))
    assert unnamed == set()


def test_no_word_of_the_game_takes_the_place_of_one_of_the_admin(pages: Pages, language: str) -> None:
    """A rating’s change and a look at a table are other words than what Django writes on links to rows."""
    wrong = {"de": {"Änderung"}, "fr": {"Variation", "Jeter un œil", "Toutes"}}[language]
    assert {path: texts_of(page) & wrong for path, page in pages.items() if texts_of(page) & wrong} == {}
