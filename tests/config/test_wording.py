"""French and German as natives write them, by rule: typography, form of address, one word for one thing."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

import polib
import pytest
from django.template import Context, Template
from django.utils import translation

from config.management.commands.translations import catalogues
from games.engine import edition_files, load_edition

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
TAG: Final = re.compile(r"</?[a-z][^<>]*>")
PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|%[sd]")
# What is no prose: keys of the keyboard, code, the names of what is filled in.
NO_PROSE: Final = re.compile(r"<(kbd|code)>.*?</\1>|%\(\w+\)[sd]")

RULES: Final[dict[str, dict[str, str]]] = {
    "both": {
        "two full stops": r"\.\s?\.|…\.",
        "two spaces": r"[ \u00a0]{2}",
        "a space before a comma or a full stop": r"\s[,.](?!\w)",
        "a straight quotation mark or apostrophe": r"[\"']",
        "a space of another width": r"[\u202f\u2009]",
        "no no-break space between a number and its unit": r"(?:\d|\bx) (?:s|ms|min|Min\.|h|j|T)(?![\w’])",
        "no no-break space before a percent sign": rf"(?<!{NO_BREAK})%%",
    },
    "fr": {
        "no no-break space before a mark": rf"(?<!{NO_BREAK})[;:?!»]",
        "no no-break space after an opening mark": rf"«(?!{NO_BREAK})",
        "quotation marks of another language": r"[“”„]",
        "tu instead of vous": r"(?i)\b(?:tu|te|toi|ton|ta|tes|tienn?e?s?)\b|\bt’(?!il|elle|on)",
        "an order to somebody called tu": r"(?i)\b(?!\w*(?:ez|ites|ons)-)[a-zà-ü]+-(?:moi|le|la|les|lui|leur)\b",
        "a lesson to somebody called tu": r"\b(?:Apprends|Attends|Écris|Fais|Lis|Mets|Prends|Réponds|Reviens|Viens)\b",
        "a house instead of the team": r"(?i)\bmaison\b",
        "a chat ban in other words": r"(?i)\bpas de discussion\b|\bparole\b",
        "a notification in another word": r"(?i)\bavis\b",
        "a ladder, which is a classement": r"(?i)\béchelle\b(?! des niveaux)",
        "a mail in another word": r"(?i)\bcourriels?\b",
        "a seat in another word": r"(?i)\bsièges?\b",
        "an appeal in another word": r"(?i)\brecours\b",
        "orders, which are consignes": r"(?i)\bordres\b",
        "a bid in another word": r"(?i)\bmis(?:er|é)\b|\bune mise\b",
        "a player's clock in another word": r"(?i)\bhorloges?\b(?! simulée)",
        "a movie's value in another word": r"(?i)\bfilm[^.;:]{0,25} (?:coté|noté|cote|note)\b",
    },
    "de": {
        "Sie instead of du": r"(?<=[a-zäöüß,;] )(?:Sie|Ihnen|Ihre?[mnrs]?)\b",
        "quotation marks of another language": r"[«»”]|(?<!\S)“",
        "a full stop after a clock, which may end in one": r"data-left>.*</time>(?:</\w+>)?\.",
        "a house instead of the team": r"\b(?:[Dd]as|[Dd]em|[Ii]m|[Vv]om|[Ff]ürs|[Dd]es) Haus(?:es)?\b",
        "a chat ban in other words": r"\bKein Gespräch\b|\bWort entz|\bentzieht das Wort\b",
        "talk that is a chat": r"\bGespräch",
        "a log in another word": r"\b(?:[Dd]e[nrm]|und|[Ee]inträge? im) Verlauf\b",
        "mail in two words": r"\bMails?\b(?<!E-Mail)(?<!E-Mails)",
        "the guide in another word": r"\bAnleitung\b",
        "times in two words": r"(?:\d|\bx) Mal\b",
        "men alone": r"\b(?:Mitspieler|Zuschauer|Teilnehmer)n?\b",
    },
}
# English is written as people speak.
ENGLISH: Final[dict[str, str]] = {
    "two full stops": r"\.\s?\.|…\.",
    "two spaces": r"[ \u00a0]{2}",
    "a space before a mark": r"\s[,.;:?!](?!\w)",
    "a house instead of the team": r"(?i)\bthe house\b",
    "a word of lawyers": r"(?i)\b(?:shall|hereby|thereof|whomever|aforementioned|pursuant)\b",
    "a word of books": r"(?i)\b(?:whoever|whosoever|lest|of late|need not)\b",
    "a straight quotation mark or apostrophe": r"[\"']",
    "a table that waits, where it is waiting": r"(?i)\b(?:table|invitation)s? (?:still )?waits?\b",
    "a notice, which is a notification": r"(?i)(?<!-)\bnotices?\b(?!-)",
}
# What may be an edition's money, after a word that asks for a dative in German.
DATIVE_OF_MONEY: Final = re.compile(r"(?i)\b(?:ab|bei|mit|nach|von|zu) (?:<b>)?%\((?:bid|limit|money|price|worth)\)s")

# Things that every edition has its own word for, and that mean nothing else: they are filled in, never written out.
FILLED_IN: Final = ("tile", "marker", "popcorn", "legend", "blank")

# A program's token is a jeton in French, as a chip is.
OF_MACHINES: Final = re.compile(r"(?i)\btokens?\b")


class Text(NamedTuple):
    """One form of a translation, with the English that it says."""

    english: tuple[str, ...]
    said: str


def texts_of(language: str) -> Iterator[Text]:
    path = next(path for path in catalogues() if path.parent.parent.name == language)
    for entry in polib.pofile(str(path)):
        forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        yield from (Text(tuple(filter(None, (entry.msgid, entry.msgid_plural))), form) for form in forms)


def words_of_editions(language: str) -> re.Pattern[str]:
    forms = [load_edition(edition).words[key][language] for edition in edition_files() for key in FILLED_IN]
    words = {re.escape(word) for form in forms for word in form.values()}
    return re.compile(rf"\b(?:{'|'.join(sorted(words))})\b", re.IGNORECASE)


def names_in(part: Any, language: str) -> Iterator[str]:
    """Yield what an edition's file says in a language."""
    if isinstance(part, list):
        yield from (name for each in part for name in names_in(each, language))
    if isinstance(part, dict):
        said = part.get(language, {})
        yield from [said] if isinstance(said, str) else said.values()
        yield from (name for key, each in part.items() if key != language for name in names_in(each, language))


def faults(language: str, said: str, english: str = "") -> list[str]:
    filled = NO_PROSE.sub("x", said)
    prose = re.sub(r"&#?\w+;", "x", TAG.sub("", filled))
    rules = RULES["both"] | RULES[language]
    broken = [name for name, rule in rules.items() if re.search(rule, filled if "data-" in rule else prose)]
    if not OF_MACHINES.search(english) and words_of_editions(language).search(prose):
        broken.append("an edition's own word")
    return broken


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_text_keeps_the_rules_of_its_language(language):
    texts = [(said, faults(language, said, english[0])) for english, said in texts_of(language)]
    assert [(said, broken) for said, broken in texts if broken] == []


def test_german_asks_for_no_dative_of_money():
    """It has one form for all cases: of four contracts that would be `bei 4 Verträge`."""
    assert [said for _, said in texts_of("de") if DATIVE_OF_MONEY.search(said)] == []


def english_faults(said: str) -> list[str]:
    prose = TAG.sub("", NO_PROSE.sub("x", said))
    broken = [name for name, rule in ENGLISH.items() if re.search(rule, prose)]
    return broken + ["an edition's own word"] * bool(words_of_editions("en").search(prose))


def test_english_is_written_as_people_speak():
    texts = {form: english_faults(form) for english, _ in texts_of("de") for form in english}
    assert {form: broken for form, broken in texts.items() if broken} == {}


@pytest.mark.parametrize("edition", sorted(edition_files()))
@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_name_of_an_edition_has_typographic_apostrophes(edition, language):
    names = list(names_in(json.loads(edition_files()[edition].read_text(encoding="utf-8")), language))
    assert len(names) > 100
    assert [name for name in names if "'" in name] == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_text_keeps_tags_and_placeholders_as_often_as_english_has_them(language):
    for english, said in texts_of(language):
        assert counted(TAG, said) in [counted(TAG, form) for form in english], said
        assert counted(PLACEHOLDER, said) in [counted(PLACEHOLDER, form) for form in english], said


def test_french_tells_a_rating_from_a_ranking_and_both_from_what_a_movie_is_worth():
    """A rating is a cote, a ranking a classement, and a movie has a valeur."""
    for english, said in texts_of("fr"):
        asked = PLACEHOLDER.sub("", english[0]).lower()
        is_rating, is_ranking = re.search(r"\bratings?\b", asked), re.search(r"\b(?:ladders?|rankings?)\b", asked)
        if is_rating and not is_ranking:
            assert not re.search(r"(?i)\bclassements?\b", said), said
        if is_ranking and not is_rating:
            assert not re.search(r"(?i)\bcotes?\b", said), said
        if (is_rating or is_ranking) and "note" not in asked:
            assert not re.search(r"(?i)\bnotes?\b", said), said


def counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(match[0] for match in pattern.finditer(text))


@pytest.mark.parametrize(
    ("language", "said", "broken"),
    [
        ("fr", "L'IA joue.", "a straight quotation mark or apostrophe"),
        ("fr", "Où ?", "no no-break space before a mark"),
        ("fr", "« Rome\N{NO-BREAK SPACE}»", "no no-break space after an opening mark"),
        ("fr", "À ton tour.", "tu instead of vous"),
        ("fr", "Enlève-le.", "an order to somebody called tu"),
        ("fr", "Apprends en jouant.", "a lesson to somebody called tu"),
        ("fr", "La maison décide.", "a house instead of the team"),
        ("fr", "Placez vos tuiles.", "an edition's own word"),
        ("fr", "le film le mieux coté", "a movie's value in another word"),
        ("de", "Was möchten Sie?", "Sie instead of du"),
        ("de", "Das Haus entscheidet.", "a house instead of the team"),
        ("de", "Fertig..", "two full stops"),
        ("de", "Frist: <time data-left>%(shown)s</time>.", "a full stop after a clock, which may end in one"),
        ("de", "Platziere deine Chips.", "an edition's own word"),
        ("de", "5 s pro Zug", "no no-break space between a number and its unit"),
        ("fr", "%(minutes)s min de plus", "no no-break space between a number and its unit"),
        ("fr", "Vos ordres tiennent.", "orders, which are consignes"),
        ("de", "%(times)s Mal", "times in two words"),
        ("de", "Suche Mitspieler", "men alone"),
    ],
)
def test_a_fault_is_seen(language, said, broken):
    assert broken in faults(language, said)


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("Whoever has it can play.", "a word of books"),
        ("One table waits for you.", "a table that waits, where it is waiting"),
        ("somebody else's bid", "a straight quotation mark or apostrophe"),
        ("Place your tiles.", "an edition's own word"),
    ],
)
def test_a_fault_in_english_is_seen(said, broken):
    assert broken in english_faults(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Au clavier\N{NO-BREAK SPACE}: <kbd>?</kbd> mène à l’explication."),
        ("fr", "Demandez-en une à l’hôte, peut-être celui-là."),
        ("fr", "5&nbsp;=&nbsp;5, <code>Authorization: x</code>"),
        ("de", "Sie teilen sich den Platz. Sie haben „%(tile)s“ gesehen: Ihr habt gewonnen."),
        ("de", "Volles Haus"),
    ],
)
def test_what_is_right_is_left_alone(language, said):
    assert faults(language, said) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "20 Nov, 03:25"), ("fr", f"20 nov., 03{NO_BREAK}h{NO_BREAK}25"), ("de", "20. Nov., 03:25")],
)
def test_a_day_is_told_as_in_the_language(language: str, told: str) -> None:
    with translation.override(language):
        page = Template("{{ at|date:_('j M, H:i') }}").render(Context({"at": datetime(2026, 11, 20, 3, 25)}))
    assert page == told
