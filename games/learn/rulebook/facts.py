"""Numbers and tables of the rules page, counted from the edition and the rules and never typed."""

from collections import Counter
from typing import NamedTuple

from games.edition_words import Words
from games.engine import Edition
from games.engine.awards import BEST_DIRECTOR, BEST_MOVIE, FIRST_MOVIE, MOVIE_OF_THE_YEAR, POINTS, WORST_MOVIE
from games.engine.edition import QUARTERS
from games.engine.kinds import COVERED_TAKES, EMPTY_TAKES, KINDS, SPACE_KINDS, kinds_in
from games.engine.markers import MARKER_NAMES, MARKER_VALUES
from games.learn.rulebook.drawing import NamedKind, part_of
from games.table.studio import Trophy, award_label, genre_picture


class Kind(NamedTuple):
    """A kind of tile: its drawing, how many there are, and how many with each number of stars."""

    part: NamedKind
    total: int
    by_stars: tuple[int, ...]


class Takes(NamedTuple):
    """A space or the tile on it, and the kinds that may be put there."""

    part: NamedKind
    takes: tuple[NamedKind, ...]


def numbers_of(edition: Edition) -> dict[str, int | str]:
    """Return every number a sentence of the page mentions."""
    cities = [place for place in edition.board if place.kind == "city"]
    plus = [value for name, value in zip(MARKER_NAMES, MARKER_VALUES, strict=True) if name.endswith("+")]
    return {
        "seats_min": min(edition.money),
        "seats_max": max(edition.money),
        "quarters_total": QUARTERS,
        "last_best_movie": QUARTERS - 1,
        "locations_total": len(edition.board),
        "cities_total": len(cities),
        "parties_total": sum(place.is_party for place in edition.board),
        "city_sizes": _span([place.tiles for place in cities]),
        "tiles_total": len(edition.tiles),
        "bag_total": len(edition.bag),
        "legends_total": len(edition.legends),
        "screenplays_total": len(edition.screenplays),
        "studios_total": len(edition.studios),
        "own_total": len(edition.screenplays_of(edition.studios[0])),
        "neutral_total": len(edition.neutral_screenplays),
        "markers_total": len(MARKER_NAMES),
        "marker_min": min(MARKER_VALUES),
        "marker_max": max(MARKER_VALUES),
        "plus_span": _span(plus),
        "awards_total": sum(len(row) for row in _award_rows(edition).values()),
        "points_small": min(POINTS.values()),
        "points_large": max(POINTS.values()),
    }


def kinds_of(words: Words) -> tuple[tuple[int, ...], tuple[Kind, ...]]:
    """Return the numbers of stars there are, and every kind of tile counted by them."""
    edition = words.edition
    columns = tuple(sorted(set(edition.tile_stars)))
    kinds = []
    for kind in range(len(KINDS)):
        counted = Counter(tile.stars for tile in edition.tiles if tile.kind == kind)
        part = part_of(words, KINDS[kind])
        kinds.append(Kind(part, counted.total(), tuple(counted[stars] for stars in columns)))
    return columns, tuple(kinds)


def takes_of(words: Words) -> dict[str, tuple[Takes, ...]]:
    """Return what empty spaces take, and what goes on a tile that lies there, by the tables that the rules go by."""
    return {
        "empty": tuple(_takes(words, kind, mask) for kind, mask in zip(SPACE_KINDS, EMPTY_TAKES, strict=True)),
        "covered": tuple(_takes(words, kind, mask) for kind, mask in zip(KINDS, COVERED_TAKES, strict=True)),
    }


def purses_of(words: Words) -> list[tuple[str, str]]:
    """Return what everybody begins with, by the number of seats: `2–4`, `$12M`."""
    money = words.edition.money
    amounts = sorted(set(money.values()), reverse=True)
    return [(_span([seats for seats in money if money[seats] == amount]), words.money(amount)) for amount in amounts]


def plaques_of(words: Words) -> dict[str, tuple[Trophy, ...]]:
    """Return all awards with their drawings, by the sort of award."""
    return {
        award: tuple(
            Trophy(
                award,
                genre_picture(genre),
                award_label(award, genre, quarter, words),
                POINTS[award],
            )
            for genre, quarter in row
        )
        for award, row in _award_rows(words.edition).items()
    }


def _award_rows(edition: Edition) -> dict[str, list[tuple[int | None, int | None]]]:
    """For each sort of award the genres or quarters it is made for."""
    genres: list[tuple[int | None, int | None]] = [(genre, None) for genre in range(len(edition.genres))]
    return {
        FIRST_MOVIE: genres,
        BEST_MOVIE: [(None, quarter) for quarter in range(1, QUARTERS)],
        MOVIE_OF_THE_YEAR: genres,
        BEST_DIRECTOR: [(None, None)],
        WORST_MOVIE: [(None, None)],
    }


def _takes(words: Words, kind: str, mask: int) -> Takes:
    return Takes(part_of(words, kind), tuple(part_of(words, name) for name in kinds_in(mask)))


def _span(numbers: list[int]) -> str:
    return "–".join(dict.fromkeys(str(number) for number in (min(numbers), max(numbers))))
