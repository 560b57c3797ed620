"""A state as plain JSON and back. It is written with ids, so that an edition's file may be put in another order."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.edition import Edition
from games.engine.edition_file import load_edition
from games.engine.kinds import COVERED_TAKES, EMPTY_TAKES, GUEST_STAR, NOTHING
from games.engine.markers import MARKER_NAMES, NO_MARKER, marker_name
from games.engine.state import (
    HIDDEN,
    KNOWN_RULES,
    NO_BID,
    NO_TILE,
    NOBODY,
    PHASES,
    Award,
    Deal,
    Movie,
    Sale,
    Setup,
    State,
    empty_table,
)

Plain = dict[str, Any]


def to_json(state: State) -> Plain:
    """Return everything there is to know of a state; what a view hides is null."""
    edition = state.edition
    return {
        **_setup_to_json(state.setup),
        "quarter": state.quarter,
        "location": state.location,
        "phase": PHASES[state.phase],
        "turn": _number_or_null(state.turn, NOBODY),
        "popcorn": state.popcorn,
        "money": list(state.money),
        "pot": state.pot,
        "bid": _number_or_null(state.bid, NO_BID),
        "bids": [_number_or_null(bid, NO_BID) for bid in state.bids],
        "leader": _number_or_null(state.leader, NOBODY),
        "sales": [list(sale) for sale in state.sales],
        "queue": list(state.queue),
        "offered": tile_ids(edition, state.offered),
        "hand": tile_ids(edition, state.hand),
        "screenplays": [screenplay_ids(edition, held) for held in state.screenplays],
        "stacks": _stacks_to_json(state),
        "discarded": tile_ids(edition, state.discarded),
        "drawn": state.drawn,
        "markers": [MARKER_NAMES[marker] for marker in state.markers],
        "movies": [movie_to_json(edition, movie) for movie in state.movies],
        "awards": [award_to_json(edition, award) for award in state.awards],
        "undo": {"seat": _number_or_null(state.undo_seat, NOBODY), "count": state.undo_count},
    }


def from_json(plain: Plain) -> State:
    """Return the state that was written."""
    setup = _setup_from_json(plain)
    edition = setup.edition
    state = empty_table(setup)
    state.quarter = plain["quarter"]
    state.location = plain["location"]
    state.phase = PHASES.index(plain["phase"])
    state.turn = _number_from(plain["turn"], NOBODY)
    state.popcorn = plain["popcorn"]
    state.money = list(plain["money"])
    state.pot = plain["pot"]
    state.bid = _number_from(plain["bid"], NO_BID)
    # What was written before bids were kept by seat has none of them.
    state.bids = tuple(_number_from(bid, NO_BID) for bid in plain.get("bids", [None] * setup.seats))
    state.leader = _number_from(plain["leader"], NOBODY)
    state.sales = [Sale(*sale) for sale in plain["sales"]]
    state.queue = list(plain["queue"])
    state.offered = _tiles(edition, plain["offered"])
    state.hand = _tiles(edition, plain["hand"])
    state.screenplays = [_screenplays(edition, held) for held in plain["screenplays"]]
    state.discarded = _tiles(edition, plain["discarded"])
    state.drawn = plain["drawn"]
    state.markers = [MARKER_NAMES.index(name) for name in plain["markers"]]
    state.movies = [_movie_from_json(edition, movie) for movie in plain["movies"]]
    state.awards = [_award_from_json(edition, award) for award in plain["awards"]]
    state.undo_seat = _number_from(plain["undo"]["seat"], NOBODY)
    state.undo_count = plain["undo"]["count"]
    _lay_stacks(state, plain["stacks"])
    return state


def movie_to_json(edition: Edition, movie: Movie) -> Plain:
    """Return a movie as a match record has it."""
    return {
        "screenplay": edition.screenplays[movie.screenplay].id,
        "seat": movie.seat,
        "total": movie.total,
        "marker": marker_name(movie.marker),
    }


def award_to_json(edition: Edition, award: Award) -> Plain:
    """Return an award as a match record has it: only with the keys that mean something for it."""
    plain: Plain = {"award": award.award}
    if award.genre is not None:
        plain["genre"] = edition.genres[award.genre]
    if award.quarter is not None:
        plain["quarter"] = award.quarter
    if award.screenplay is not None:
        plain["screenplay"] = edition.screenplays[award.screenplay].id
    return plain | {"seat": award.seat, "points": award.points}


def deal_to_json(edition: Edition, deal: Deal) -> Plain:
    """Return a deal as a match record has it; what a view hides is null."""
    return {
        "legends": tile_ids(edition, deal.legends),
        "bag": tile_ids(edition, deal.bag),
        "screenplays": screenplay_ids(edition, deal.screenplays),
    }


def tile_ids(edition: Edition, tiles: Iterable[int]) -> list[str | None]:
    return [None if tile == HIDDEN else edition.tiles[tile].id for tile in tiles]


def screenplay_ids(edition: Edition, screenplays: Iterable[int]) -> list[str | None]:
    return [None if number == HIDDEN else edition.screenplays[number].id for number in screenplays]


def _setup_to_json(setup: Setup) -> Plain:
    return {
        "rules": setup.rules,
        "edition": setup.edition.id,
        "open_money": setup.open_money,
        "studios": list(setup.studios),
        "first": setup.first,
        "deal": deal_to_json(setup.edition, setup.deal),
    }


def _setup_from_json(plain: Plain) -> Setup:
    if plain["rules"] not in KNOWN_RULES:
        raise ValueError(f"rules version {plain['rules']} is not known here")
    edition = load_edition(plain["edition"])
    deal = plain["deal"]
    return Setup(
        edition=edition,
        studios=tuple(plain["studios"]),
        first=plain["first"],
        deal=Deal(
            legends=tuple(_tiles(edition, deal["legends"])),
            bag=tuple(_tiles(edition, deal["bag"])),
            screenplays=tuple(_screenplays(edition, deal["screenplays"])),
        ),
        open_money=plain["open_money"],
        rules=plain["rules"],
    )


def _stacks_to_json(state: State) -> dict[str, list[list[str | None]]]:
    """Return the tiles on each screenplay that has any, space by space, lowest first."""
    edition = state.edition
    return {
        edition.screenplays[screenplay].id: [
            tile_ids(edition, state.stack(space)) for space in edition.spaces[screenplay]
        ]
        for held in state.screenplays
        for screenplay in held
        if any(state.top[space] != NO_TILE for space in edition.spaces[screenplay])
    }


def _lay_stacks(state: State, stacks: dict[str, list[list[str]]]) -> None:
    edition = state.edition
    for title, spaces in stacks.items():
        screenplay = edition.screenplay_index[title]
        for space, tiles in zip(edition.spaces[screenplay], spaces, strict=True):
            for tile in _tiles(edition, tiles):
                state.under[tile] = state.top[space]
                state.top[space] = tile
        _count_missing(state, screenplay)


def _count_missing(state: State, screenplay: int) -> None:
    """Derive from the top tiles what is missing and what each space takes."""
    edition = state.edition
    spaces = edition.spaces[screenplay]
    state.missing[screenplay] = sum(
        state.top[space] == NO_TILE and edition.space_kind[space] != GUEST_STAR for space in spaces
    )
    for space in spaces:
        state.takes[space] = _takes(state, space) if state.missing[screenplay] else NOTHING


def _takes(state: State, space: int) -> int:
    tile = state.top[space]
    if tile == NO_TILE:
        return EMPTY_TAKES[state.edition.space_kind[space]]
    return COVERED_TAKES[state.edition.tile_kind[tile]]


def _movie_from_json(edition: Edition, plain: Plain) -> Movie:
    name = plain["marker"]
    marker = NO_MARKER if name is None else MARKER_NAMES.index(name)
    return Movie(edition.screenplay_index[plain["screenplay"]], plain["seat"], plain["total"], marker)


def _award_from_json(edition: Edition, plain: Plain) -> Award:
    return Award(
        award=plain["award"],
        genre=edition.genres.index(plain["genre"]) if "genre" in plain else None,
        quarter=plain.get("quarter"),
        screenplay=edition.screenplay_index[plain["screenplay"]] if "screenplay" in plain else None,
        seat=plain["seat"],
        points=plain["points"],
    )


def _tiles(edition: Edition, ids: Sequence[str | None]) -> list[int]:
    return [HIDDEN if tile is None else edition.tile_index[tile] for tile in ids]


def _screenplays(edition: Edition, ids: Sequence[str | None]) -> list[int]:
    return [HIDDEN if title is None else edition.screenplay_index[title] for title in ids]


def _number_or_null(number: int, none: int) -> int | None:
    return None if number == none else number


def _number_from(plain: int | None, none: int) -> int:
    return none if plain is None else plain
