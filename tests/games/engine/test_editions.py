"""Editions are data: complete, in three languages, and a new file is a new edition."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from games.engine import EditionError, edition_files, load_edition
from games.engine import edition_file as editions
from games.engine.awards import POINTS
from games.engine.edition_file import WORDS, read_edition
from tests.games.engine.small_edition import small_edition
from tests.games.engine.tables import EDITIONS

LANGUAGES = {"en", "fr", "de"}
ENGINE = Path(editions.__file__).parent


@pytest.fixture(params=EDITIONS)
def source(request):
    return json.loads(edition_files()[request.param].read_text(encoding="utf-8"))


def test_there_are_93_tiles_by_kind_as_in_the_rulebooks(source):
    kinds = Counter("legend" if tile.get("legend") else tile["kind"] for tile in source["tiles"])
    assert kinds == {
        "actor": 19,
        "guest_star": 7,
        "legend": 4,
        "director": 15,
        "joker": 9,
        "effects": 13,
        "music": 13,
        "camera": 13,
    }


def test_there_are_22_screenplays_three_for_each_of_five_studios_and_seven_neutral(source):
    assert Counter(play["studio"] for play in source["screenplays"]) == {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, None: 7}
    assert len(source["genres"]) == 3


def test_one_guest_star_is_worth_minus_one(source):
    assert [tile["kind"] for tile in source["tiles"] if tile["stars"] < 0] == ["guest_star"]


def test_there_are_eleven_awards_six_of_5_and_five_of_10(source):
    genres, quarters = len(source["genres"]), 3
    counts = {"first_movie": genres, "best_movie": quarters, "movie_of_the_year": genres}
    counts |= {"best_director": 1, "worst_movie": 1}
    assert counts.keys() == POINTS.keys()
    by_points = Counter()
    for award, count in counts.items():
        by_points[POINTS[award]] += count
    assert by_points == {5: 6, 10: 5}


def test_every_id_has_its_words_in_every_language(source):
    named = [*source["tiles"], *source["board"], {"name": source["name"]}]
    texts = [thing["name"] for thing in named] + [play["title"] for play in source["screenplays"]]
    for text in texts:
        assert set(text) == LANGUAGES
        assert all(words.strip() for words in text.values())
    assert {*WORDS, *source["genres"]} == source["words"].keys()
    for word, forms in source["words"].items():
        assert set(forms) == LANGUAGES, word
        # A word that is long may say how it is told where room is short.
        assert all(set(form) - {"short"} == {"one", "other"} and all(form.values()) for form in forms.values()), word


def test_the_board_has_one_legend_five_cities_and_two_parties(source):
    assert Counter(place["kind"] for place in source["board"]) == {"legend": 1, "city": 5, "party": 2}


def test_no_edition_and_no_language_is_named_in_the_engines_code():
    code = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE.glob("*.py"))
    for name in (*edition_files(), *(name.rsplit("-", 1)[-1] for name in edition_files())):
        assert name not in code
    quoted = set(re.findall(r"[\"']([a-z]{2})[\"']", code))
    assert not quoted & LANGUAGES


def test_a_third_file_is_an_edition_that_can_be_played_without_touching_code(tmp_path):
    """A small invented edition is dropped into a folder of editions, then simulated and replayed from outside."""
    folder, records = tmp_path / "editions", tmp_path / "records"
    folder.mkdir()
    source = small_edition()
    (folder / f"{source['id']}.json").write_text(json.dumps(source), encoding="utf-8")
    environment = os.environ | {"EDITIONS_DIR": str(folder)}

    def run(*arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    told = run(
        "simulate", "--edition", source["id"], "--seats", "trainee,random", "--games", "3", "--export", str(records)
    )
    assert source["id"] in told
    assert run("replay", *map(str, sorted(records.iterdir()))).count(": ok, finished") == 3


def test_an_edition_is_found_in_a_sites_own_folder(tmp_path, monkeypatch):
    (tmp_path / "small.json").write_text(json.dumps(small_edition()), encoding="utf-8")
    monkeypatch.setenv(editions.MORE_EDITIONS, str(tmp_path))
    assert set(edition_files()) == {*EDITIONS, "small"}
    assert load_edition("small").genres == ("western", "musical")


def test_a_file_must_bear_its_editions_id(tmp_path, monkeypatch):
    (tmp_path / "other.json").write_text(json.dumps(small_edition()), encoding="utf-8")
    monkeypatch.setenv(editions.MORE_EDITIONS, str(tmp_path))
    with pytest.raises(EditionError, match="file and id must agree"):
        load_edition("other")


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path, monkeypatch, content):
    (tmp_path / "broken.json").write_bytes(content)
    monkeypatch.setenv(editions.MORE_EDITIONS, str(tmp_path))
    with pytest.raises(EditionError, match=r"broken\.json cannot be read"):
        load_edition("broken")


def test_an_unknown_edition_is_refused():
    with pytest.raises(EditionError, match="unknown edition: chess"):
        load_edition("chess")


def spoil(source, path: str, value: object) -> dict:
    """The same edition with one thing in it changed."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = source
    for step in steps:
        place = place[step]
    place[last] = value
    return source


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("tiles/1/id", "cowboy-0", "tile ids are not unique"),
        ("screenplays/1/id", "film-0", "screenplay ids are not unique"),
        ("tiles/0/legend", True, "there must be 4 legends"),
        ("board/0/kind", "city", "must begin with its only legend"),
        ("board/1/kind", "casino", "neither legend, city nor party"),
        ("money", {"7": 12}, "seats must be 2 to 5"),
        ("money", {}, "seats must be 2 to 5"),
        ("money", {"5": 12}, "fewer studios than seats"),
        ("board/1/tiles", 40, "the bag is too small"),
        ("screenplays/0/spaces", ["guest_star", "director"], "guest star space"),
        ("screenplays/0/spaces", ["guest_star"], "guest star space"),
        ("screenplays/0/spaces", ["cinema"], "malformed edition"),
        ("tiles/0/kind", "horse", "malformed edition"),
        ("options", None, "malformed edition"),
        ("options/legends", "perhaps", "malformed edition"),
        ("tiles/0/id", [], "malformed edition"),
        ("tiles/0/id", "", "malformed edition"),
        ("tiles/0/name", {}, "malformed edition"),
        ("tiles/0/stars", "1", "malformed edition"),
        ("tiles/0/stars", 1.5, "malformed edition"),
        ("tiles/36/kind", "actor", "a legend is a director"),
        ("screenplays/0/studio", "1", "malformed edition"),
        ("screenplays/0/studio", -1, "malformed edition"),
        ("board/1/tiles", 0, "malformed edition"),
        ("board/1/tiles", "seats", "malformed edition"),
        ("board/1/id", "saloon", "location ids are not unique"),
        ("board", [], "must begin with its only legend"),
        ("money", {"2": -5}, "malformed edition"),
        ("genres", ["western", "musical", "western"], "genres are not unique"),
        ("words", {}, "these words are missing"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_with_the_reason(path, value, problem):
    with pytest.raises(EditionError, match=problem):
        read_edition(spoil(small_edition(), path, value))


def test_an_edition_can_be_a_key():
    """Whoever remembers something for each edition need not compare all its tiles."""
    known = {load_edition(name): name for name in EDITIONS}
    assert [known[load_edition(name)] for name in EDITIONS] == list(EDITIONS)
