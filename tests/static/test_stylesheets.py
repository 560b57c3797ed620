"""Stylesheets keep to three breakpoints and to the tokens, and have no rule for what nothing wears."""

import re
from pathlib import Path

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
STYLESHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
BREAKPOINTS = {768, 1024, 1280}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MEDIA = re.compile(r"@media([^{]*)\{")
TOKEN = re.compile(r"--[\w-]+:[^;]*;|@property [^}]*\}|@supports [^{]*\{")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b(?![^;{}]*\{)|\b(?:rgb|hsl)a?\(", re.IGNORECASE)
CLASS = re.compile(r"\.([a-z][\w-]*)(?=[^;{}]*\{)", re.IGNORECASE)
# Written by Django's forms and admin and by htmx.
NOT_OURS = {
    *("errorlist", "nonfield", "htmx-request"),
    *(
        "actionlist",
        "actions",
        "changelist-form-container",
        "colMS",
        "filtered",
        "form-row",
        "inline-group",
        "paginator",
    ),
    *("dashboard", "results", "vLargeTextField", "vTextField"),
}


def name(path: Path) -> str:
    return path.stem


def plain(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


@pytest.fixture(scope="module")
def wearers() -> str:
    """Everything that may name a class."""
    folders = {"templates": "*.html", "static/js": "*.js", "games": "*.py", "accounts": "*.py", "leaderboard": "*.py"}
    return "\n".join(path.read_text() for folder, kind in folders.items() for path in (ROOT / folder).rglob(kind))


@pytest.mark.parametrize("path", STYLESHEETS, ids=name)
def test_there_are_three_breakpoints(path: Path) -> None:
    for query in MEDIA.findall(plain(path)):
        for bound, pixels in re.findall(r"(min|max)-width: (\d+)px", query):
            assert int(pixels) + (bound == "max") in BREAKPOINTS, query


@pytest.mark.parametrize("path", STYLESHEETS, ids=name)
def test_a_colon_that_is_drawn_has_its_space_in_french(path: Path) -> None:
    rules = re.findall(r"([^{}]*)\{[^{}]*content:[^;{}]*?\": \"", plain(path))
    french = re.findall(r"([^{}]*)\{[^{}]*content:[^;{}]*?\"\\a0: \"", plain(path))
    assert [rule.strip() for rule in rules] == [rule.strip().replace(":lang(fr)", "") for rule in french]


@pytest.mark.parametrize("path", STYLESHEETS, ids=name)
def test_colours_are_tokens(path: Path) -> None:
    assert COLOUR.findall(TOKEN.sub("", plain(path))) == []


@pytest.mark.parametrize("path", STYLESHEETS, ids=name)
def test_every_class_is_worn(path: Path, wearers: str) -> None:
    words = set(re.findall(r"[\w-]+", wearers))
    beginnings = tuple(re.findall(r"([\w-]+(?:--|__))(?=\{|\$\{)", wearers))  # kind--{{ kind }}
    classes = set(CLASS.findall(re.sub(r'"[^"]*"', "", plain(path)))) - NOT_OURS
    assert {worn for worn in classes if worn not in words and not worn.startswith(beginnings)} == set()


@pytest.mark.django_db
def test_a_first_visit_asks_for_no_script_that_home_does_not_use(client: Client) -> None:
    page = client.get("/").content.decode()
    assert re.findall(r'<script[^>]* src="/static/([^".]+)', page) == ["js/site"]
    assert not re.search(r"\shx-(?!headers)", page)


def test_western_europe_is_the_last_piece_of_each_face_and_wins() -> None:
    """Of two pieces with the same letter a browser fetches the one named later."""
    pieces = re.findall(
        r'url\("\.\./fonts/(.+?)-(latin|latin-ext)-(\d+)-normal\.woff2"\)', plain(ROOT / "static" / "css" / "site.css")
    )
    assert [piece for _, piece, _ in pieces] == ["latin-ext", "latin"] * (len(pieces) // 2)
    assert [(face, weight) for face, _, weight in pieces[::2]] == [(face, weight) for face, _, weight in pieces[1::2]]
