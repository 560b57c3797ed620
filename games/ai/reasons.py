"""Why a brain answers as it does: a few plain figures with the edition's ids, for the analysis after the match."""

from typing import Any

from games.ai.appraisal import Haul
from games.engine import State


def why_bid(state: State, worth: float, limit: float, haul: Haul) -> dict[str, Any]:
    """Return what the lot is thought to be worth, up to which price it is wanted, and where its tiles would go."""
    return {"worth": round(worth, 1), "limit": int(limit), "places": _places(state, haul)}


def why_take(state: State, scores: dict[int, float]) -> dict[str, Any]:
    """Return what each tile of the party is thought to be worth."""
    return {"tiles": {state.edition.tiles[tile].id: round(score, 1) for tile, score in scores.items()}}


def why_place(state: State, haul: Haul) -> dict[str, Any]:
    """Return what the tiles in hand bring, and where they go."""
    return {"worth": round(haul.worth, 1), "places": _places(state, haul)}


def _places(state: State, haul: Haul) -> list[list[Any]]:
    """Tile, screenplay and number of the space; the last two None for a tile that is of no use."""
    edition = state.edition
    told: list[list[Any]] = []
    for tile, space in haul.places:
        if space is None:
            told.append([edition.tiles[tile].id, None, None])
        else:
            screenplay = edition.space_screenplay[space]
            index = space - edition.spaces[screenplay].start
            told.append([edition.tiles[tile].id, edition.screenplays[screenplay].id, index])
    return told
