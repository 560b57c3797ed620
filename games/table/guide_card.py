"""What the guide can say about one's own table: the names and numbers that a lesson's sentences are told with."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

from games.edition_words import Words
from games.engine import State, View, points
from games.engine.awards import BEST_MOVIE
from games.engine.kinds import JOKER
from games.engine.markers import marker_name
from games.engine.party import count_faces
from games.engine.state import OVER
from games.guide import LESSONS, next_lesson
from games.guide.moments import covering, homeless, sharing
from games.models import Guide
from games.table.fitting import fits_of
from games.table.people import Person
from games.table.studio import plays_of

People = tuple[Person, ...]
Facts = dict[str, str | int]


def facts_of(lesson: str, state: State, seat: int, people: People, words: Words) -> Facts:
    """Return the facts of a lesson at its moment, out of what the seat sees."""
    return _TELLERS[lesson](state, seat, people, words)


def _bid(state: State, seat: int, people: People, words: Words) -> Facts:
    location = words.location(state.location)
    return {"location": location, "tiles": _names(state.lot(), words), "money": words.money(state.money[seat])}


def _studio(state: State, seat: int, people: People, words: Words) -> Facts:
    """Return the screenplay that lacks least."""
    plays = [play for play in plays_of(state, seat, words) if not play.is_movie]
    play = min(plays, key=lambda play: sum(space.tile is None and not space.is_optional for space in play.spaces))
    return {"title": play.title, "missing": ", ".join(play.missing)}


def _lot(state: State, seat: int, people: People, words: Words) -> Facts:
    """Return the tile with the most stars."""
    edition = state.edition
    tile = max(state.lot(), key=lambda tile: edition.tile_stars[tile])
    kind, stars = words.tile_kind(edition.tile_kind[tile]), words.stars(edition.tile_stars[tile])
    return {"name": words.tile(tile), "kind": kind, "stars": stars}


def _pass(state: State, seat: int, people: People, words: Words) -> Facts:
    share, rest = sharing(state)
    others = state.setup.seats - 1
    facts: Facts = {"bid": words.money(max(state.bid, 0)), "share": words.money(share), "others": others}
    return facts | ({"rest": words.money(rest)} if rest else {})


def _place(state: State, seat: int, people: People, words: Words) -> Facts:
    return {"tiles": _names(state.hand, words)}


def _joker(state: State, seat: int, people: People, words: Words) -> Facts:
    return {"name": next(words.tile(tile) for tile in state.hand if state.edition.tile_kind[tile] == JOKER)}


def _cover(state: State, seat: int, people: People, words: Words) -> Facts:
    found = covering(state)
    assert found is not None
    tile, space = found
    fit = fits_of(state, seat, tile, words)[space]
    covered = words.tile(state.top[space])
    return {"name": words.tile(tile), "covered": covered, "title": fit.title, "now": fit.now, "then": fit.then}


def _discard(state: State, seat: int, people: People, words: Words) -> Facts:
    tile = homeless(state)
    assert tile is not None
    return {"name": words.tile(tile)}


def _movie(state: State, seat: int, people: People, words: Words) -> Facts:
    movie = next(movie for movie in state.movies if movie.seat == seat)
    facts: Facts = {"title": words.screenplay(movie.screenplay), "stars": words.stars(movie.total)}
    return facts | {"marker": marker_name(movie.marker) or "0"}


def _screenplay(state: State, seat: int, people: People, words: Words) -> Facts:
    """Return the first one drawn, and how many are left."""
    first = len(state.edition.screenplays_of(state.setup.studios[seat]))
    left = len(state.setup.deal.screenplays) - state.drawn
    return {"title": words.screenplay(state.screenplays[seat][first]), "left": left}


def _party(state: State, seat: int, people: People, words: Words) -> Facts:
    seats = state.setup.seats
    turn = seats - len(state.queue) + state.queue.index(seat) + 1
    return {"faces": count_faces(state, seat), "turn": turn, "seats": seats}


def _take(state: State, seat: int, people: People, words: Words) -> Facts:
    return {"tiles": _names(state.offered, words)}


def _awards(state: State, seat: int, people: People, words: Words) -> Facts:
    """Return the award of the quarter that ended last; without a name where nobody had a movie."""
    quarter = state.quarter - 1
    made = (award for award in state.awards if award.award == BEST_MOVIE and award.quarter == quarter)
    award = next(made, None)
    if award is None or award.screenplay is None:
        return {"quarter": quarter}
    title = words.screenplay(award.screenplay)
    return {"quarter": quarter, "points": award.points, "name": people[award.seat].name, "title": title}


def _end(state: State, seat: int, people: People, words: Words) -> Facts:
    score = points(state, seat)
    return {"total": score.total, "markers": score.markers, "prizes": score.awards, "money": score.money}


def _names(tiles: Iterable[int], words: Words) -> str:
    return ", ".join(words.tile(tile) for tile in tiles)


_TELLERS: Final[Mapping[str, Callable[[State, int, People, Words], Facts]]] = {
    "bid": _bid,
    "studio": _studio,
    "lot": _lot,
    "pass": _pass,
    "place": _place,
    "joker": _joker,
    "cover": _cover,
    "discard": _discard,
    "movie": _movie,
    "screenplay": _screenplay,
    "party": _party,
    "take": _take,
    "awards": _awards,
    "end": _end,
}


_BY_ID: Final = {lesson.id: lesson for lesson in LESSONS}


@dataclass(frozen=True, slots=True)
class Card:
    """What the guide shows: a lesson, that it waits for something new, that it is silent, or its farewell."""

    kind: str  # lesson, waiting, silent, farewell
    read: int
    lesson: str = ""
    facts: tuple[tuple[str, str | int], ...] = ()

    @property
    def total(self) -> int:
        return len(LESSONS)

    @property
    def number(self) -> int:
        """Which of the lessons this is, for its reader."""
        return self.read + 1

    @property
    def title(self) -> str | Promise:
        return _BY_ID[self.lesson].title

    @property
    def part(self) -> str:
        return _BY_ID[self.lesson].part

    @property
    def is_decision(self) -> bool:
        return _BY_ID[self.lesson].is_decision

    @property
    def template(self) -> str:
        return _BY_ID[self.lesson].template

    @property
    def said(self) -> Facts:
        """The facts by name, as templates want them."""
        return dict(self.facts)


def card_of(guide: Guide, view: View, people: tuple[Person, ...], words: Words) -> Card:
    """Return what the guide shows to the viewer at this moment."""
    read = len(guide.read)
    if not guide.is_on:
        return Card("silent", read)
    lesson = next_lesson(view, guide.read)
    if lesson is None:
        return Card("farewell" if view.state.phase == OVER else "waiting", read)
    facts = facts_of(lesson.id, view.state, view.viewer or 0, people, words)
    return Card("lesson", read, lesson.id, tuple(facts.items()))
