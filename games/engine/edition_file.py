"""Editions as files: a file dropped into a folder of editions is an edition that can be played."""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.engine.edition import NEUTRAL, QUARTERS, Edition, Location, RuleOptions, Screenplay, Tile
from games.engine.kinds import GUEST_STAR, KINDS, SPACE_KINDS

OUR_EDITIONS: Final = Path(__file__).resolve().parent.parent / "editions"
# A site may name a folder with editions of its own beside ours.
MORE_EDITIONS: Final = "EDITIONS_DIR"


class EditionError(ValueError):
    """An edition cannot be played; the message says where and why."""


def edition_files() -> dict[str, Path]:
    """The file of every edition there is, by the edition's id."""
    folders = [OUR_EDITIONS, Path(os.environ.get(MORE_EDITIONS) or OUR_EDITIONS)]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.json"))}


def load_edition(edition_id: str) -> Edition:
    """The edition of that id, read once; an EditionError where there is none."""
    path = edition_files().get(edition_id)
    if path is None:
        raise EditionError(f"unknown edition: {edition_id}")
    return _load(path)


@cache
def _load(path: Path) -> Edition:
    edition = read_edition(json.loads(path.read_text(encoding="utf-8")))
    if edition.id != path.stem:
        raise EditionError(f"{path.name} holds the edition {edition.id}: file and id must agree")
    return edition


def read_edition(source: Mapping[str, Any]) -> Edition:
    """An edition from its file's content, or an EditionError that says what is wrong."""
    try:
        edition = _read(source)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise EditionError(f"malformed edition: {type(problem).__name__} {problem}") from problem
    _check(edition)
    return edition


def _read(source: Mapping[str, Any]) -> Edition:
    genres = tuple(source["genres"])
    return Edition(
        id=source["id"],
        name=source["name"],
        year=source["year"],
        genres=genres,
        options=RuleOptions(
            legends_seen={"seen": True, "hidden": False}[source["options"]["legends"]],
            highest_marker_breaks_ties={"highest_marker": True, "shared": False}[source["options"]["tie_break"]],
        ),
        money={int(seats): int(amount) for seats, amount in source["money"].items()},
        board=tuple(_read_location(place) for place in source["board"]),
        tiles=tuple(
            Tile(tile["id"], KINDS.index(tile["kind"]), tile["stars"], tile.get("legend", False), tile["name"])
            for tile in source["tiles"]
        ),
        screenplays=tuple(
            Screenplay(
                id=play["id"],
                studio=play["studio"] or NEUTRAL,
                genre=genres.index(play["genre"]),
                stars=play["stars"],
                spaces=tuple(SPACE_KINDS.index(kind) for kind in play["spaces"]),
                title=play["title"],
            )
            for play in source["screenplays"]
        ),
        words=source["words"],
    )


def _read_location(place: Mapping[str, Any]) -> Location:
    tiles = 0 if place["tiles"] == "seats" else int(place["tiles"])
    return Location(place["id"], place["kind"], tiles, place["name"])


def _check(edition: Edition) -> None:
    """Refuses an edition with which a match could not be dealt or finished."""
    problems = {
        "tile ids are not unique": len(edition.tile_index) != len(edition.tiles),
        "screenplay ids are not unique": len(edition.screenplay_index) != len(edition.screenplays),
        f"there must be {QUARTERS} legends": len(edition.legends) != QUARTERS,
        "the board must begin with its only legend location": [place.is_legend for place in edition.board]
        != [index == 0 for index in range(len(edition.board))],
        "a location is neither legend, city nor party": any(
            place.kind not in ("legend", "city", "party") for place in edition.board
        ),
        "seats must be 2 to 5": not edition.money or not set(edition.money) <= {2, 3, 4, 5},
        "fewer studios than seats": bool(edition.money) and len(edition.studios) < max(edition.money),
        "the bag is too small": bool(edition.money)
        and edition.lots(max(edition.money))[-1][-1].stop > len(edition.bag),
        "a screenplay needs required spaces first and at most one guest star space, last": any(
            GUEST_STAR in screenplay.spaces[:-1] or set(screenplay.spaces) <= {GUEST_STAR}
            for screenplay in edition.screenplays
        ),
    }
    for problem, found in problems.items():
        if found:
            raise EditionError(f"edition {edition.id}: {problem}")
