"""Editions as files: a file dropped into a folder of editions is an edition that can be played."""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.engine.awards import POINTS
from games.engine.edition import NEUTRAL, QUARTERS, Edition, Location, RuleOptions, Screenplay, Texts, Tile
from games.engine.kinds import GUEST_STAR, KINDS, SPACE_KINDS
from games.engine.refusals import tell

OUR_EDITIONS: Final = Path(__file__).resolve().parent.parent / "editions"
# A site may name a folder with editions of its own beside ours.
MORE_EDITIONS: Final = "EDITIONS_DIR"

# What a table has to call by name, beside the genres of the edition.
WORDS: Final = (
    *KINDS,
    *SPACE_KINDS,
    *POINTS,
    *("legend", "studio", "seat", "location", "party", "city", "pot", "stars", "screenplay", "movie"),
    *("quarter", "tile", "space", "money", "money_amount", "marker", "award", "popcorn"),
)


class EditionError(ValueError):
    """An edition cannot be played; the message says where and why."""


def edition_files() -> dict[str, Path]:
    """Return the file of every edition there is, by the edition's id; a site's own comes before ours of the same id."""
    return _files_in(os.environ.get(MORE_EDITIONS, ""))


@cache
def _files_in(more: str) -> dict[str, Path]:
    folders = [OUR_EDITIONS, Path(more)] if more else [OUR_EDITIONS]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.json"))}


def load_edition(edition_id: str) -> Edition:
    """Return the edition of that id, read once; an EditionError where there is none or it cannot be read."""
    path = edition_files().get(edition_id)
    if path is None:
        raise EditionError(f"unknown edition: {tell(edition_id)}")
    return _load(path)


@cache
def _load(path: Path) -> Edition:
    try:
        source = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as problem:
        raise EditionError(f"{path.name} cannot be read: {problem}") from problem
    edition = read_edition(source)
    if edition.id != path.stem:
        raise EditionError(f"{path.name} holds the edition {edition.id}: file and id must agree")
    return edition


def read_edition(source: Mapping[str, Any]) -> Edition:
    """Return an edition from its file's content, or an EditionError that says what is wrong."""
    try:
        edition = _read(source)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise EditionError(f"malformed edition: {type(problem).__name__} {problem}") from problem
    _check(edition)
    return edition


def _read(source: Mapping[str, Any]) -> Edition:
    genres = tuple(_text(genre) for genre in source["genres"])
    return Edition(
        id=_text(source["id"]),
        name=_texts(source["name"]),
        year=_whole(source["year"], 1900, 2999),
        genres=genres,
        options=RuleOptions(
            legends_seen={"seen": True, "hidden": False}[source["options"]["legends"]],
            highest_marker_breaks_ties={"highest_marker": True, "shared": False}[source["options"]["tie_break"]],
        ),
        money={int(seats): _whole(amount, 0, 999) for seats, amount in source["money"].items()},
        board=tuple(_read_location(place) for place in source["board"]),
        tiles=tuple(_read_tile(tile) for tile in source["tiles"]),
        screenplays=tuple(_read_screenplay(screenplay, genres) for screenplay in source["screenplays"]),
        words=source["words"],
    )


def _read_location(place: Mapping[str, Any]) -> Location:
    kind = _text(place["kind"])
    tiles = 0 if kind == "party" and place["tiles"] == "seats" else _whole(place["tiles"], 1, 99)
    return Location(_text(place["id"]), kind, tiles, _texts(place["name"]))


def _read_tile(tile: Mapping[str, Any]) -> Tile:
    legend = tile.get("legend", False)
    if legend not in (True, False) or (legend and tile["kind"] != "director"):
        raise ValueError("a legend is a director")
    return Tile(
        _text(tile["id"]), KINDS.index(tile["kind"]), _whole(tile["stars"], -9, 9), legend, _texts(tile["name"])
    )


def _read_screenplay(screenplay: Mapping[str, Any], genres: tuple[str, ...]) -> Screenplay:
    studio = screenplay["studio"]
    return Screenplay(
        id=_text(screenplay["id"]),
        studio=NEUTRAL if studio is None else _whole(studio, 1, 9),
        genre=genres.index(screenplay["genre"]),
        stars=_whole(screenplay["stars"], 0, 99),
        spaces=tuple(SPACE_KINDS.index(kind) for kind in screenplay["spaces"]),
        title=_texts(screenplay["title"]),
    )


def _whole(value: object, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"{value!r} is no whole number from {lowest} to {highest}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no text")
    return value


def _texts(value: Mapping[str, Any]) -> Texts:
    """Return a text in at least one language."""
    if not value:
        raise ValueError("a text in no language")
    return {language: _text(text) for language, text in value.items()}


def _check(edition: Edition) -> None:
    """Refuse an edition with which a match could not be dealt, finished or told."""
    for problem, found in _problems(edition):
        if found:
            raise EditionError(f"edition {edition.id}: {problem}")


def _problems(edition: Edition) -> Iterator[tuple[str, bool]]:
    """Yield what might be wrong, one after the other: a later question may rely on the answers before it."""
    yield "tile ids are not unique", len(edition.tile_index) != len(edition.tiles)
    yield "screenplay ids are not unique", len(edition.screenplay_index) != len(edition.screenplays)
    yield "location ids are not unique", len({place.id for place in edition.board}) != len(edition.board)
    yield "genres are not unique", len(set(edition.genres)) != len(edition.genres)
    yield f"there must be {QUARTERS} legends", len(edition.legends) != QUARTERS
    legends = [index for index, place in enumerate(edition.board) if place.is_legend]
    yield "the board must begin with its only legend location", legends != [0]
    kinds = {place.kind for place in edition.board}
    yield "a location is neither legend, city nor party", not kinds <= {"legend", "city", "party"}
    yield "seats must be 2 to 5", not edition.money or not set(edition.money) <= {2, 3, 4, 5}
    seats = max(edition.money)
    yield "fewer studios than seats", len(edition.studios) < seats
    yield "the bag is too small", edition.lots(seats)[-1][-1].stop > len(edition.bag)
    for screenplay in edition.screenplays:
        misplaced = GUEST_STAR in screenplay.spaces[:-1] or set(screenplay.spaces) <= {GUEST_STAR}
        yield f"{screenplay.id} needs required spaces first and at most one guest star space, last", misplaced
    missing = sorted({*WORDS, *edition.genres} - edition.words.keys())
    yield f"these words are missing: {', '.join(missing)}", bool(missing)
