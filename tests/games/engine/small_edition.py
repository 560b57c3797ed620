"""A small invented edition: two genres, three studios, a board of four locations."""

from itertools import cycle, islice
from typing import Any

from games.engine.edition_file import WORDS

KINDS = ("director", "actor", "camera", "music", "effects", "joker", "guest_star")
SPACES = (["director", "actor"], ["director", "blank", "guest_star"], ["camera", "actor", "blank"])


def texts(name: str) -> dict[str, str]:
    return {"en": name, "fr": name, "de": name}


def forms(word: str) -> dict[str, dict[str, str]]:
    return {language: {"one": word, "other": f"{word}s"} for language in ("en", "fr", "de")}


def small_edition() -> dict[str, Any]:
    """The content of its file, made anew for every test."""
    tiles: list[dict[str, Any]] = [
        {"id": f"cowboy-{number}", "kind": kind, "stars": number % 4, "name": texts(f"Cowboy {number}")}
        for number, kind in enumerate(islice(cycle(KINDS), 36))
    ]
    tiles += [
        {"id": f"sheriff-{number}", "kind": "director", "stars": 5, "name": texts(f"Sheriff {number}"), "legend": True}
        for number in range(4)
    ]
    screenplays = [
        {
            "id": f"film-{number}",
            "studio": number % 4 or None,
            "genre": ("western", "musical")[number % 2],
            "stars": 1,
            "title": texts(f"Film {number}"),
            "spaces": SPACES[number % 3],
        }
        for number in range(12)
    ]
    return {
        "id": "small",
        "name": texts("Small"),
        "year": 2026,
        "genres": ["western", "musical"],
        "options": {"legends": "seen", "tie_break": "shared"},
        "money": {"2": 6, "3": 5},
        "board": [
            {"id": "saloon", "kind": "legend", "tiles": 1, "name": texts("Saloon")},
            {"id": "ranch", "kind": "city", "tiles": 2, "name": texts("Ranch")},
            {"id": "barn", "kind": "party", "tiles": "seats", "name": texts("Barn dance")},
            {"id": "mine", "kind": "city", "tiles": 1, "name": texts("Mine")},
        ],
        "tiles": tiles,
        "screenplays": screenplays,
        "words": {word: forms(word) for word in (*WORDS, "western", "musical")},
    }
