"""Moments: what an entry of the history brought that deserves a card: a movie, a party, the end of a round, the end.

Cards are fetched, not pushed: a move weighs nothing more for it. Whoever looks sees them with the eyes of their seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from games.edition_words import Words
from games.engine import SPECTATOR, State, View, points, view_of_past
from games.engine.awards import BEST_DIRECTOR, BEST_MOVIE, MOVIE_OF_THE_YEAR, WORST_MOVIE
from games.engine.view import money_is_open
from games.models import Match
from games.play.services.positions import play_through
from games.render_cache import table_cache
from games.table.ending import Headline, Sheet, headline_of
from games.table.people import Person, people_at
from games.table.studio import Play, Trophy, award_label, genre_picture
from games.table.table import Table, build_table
from games.table.track import Glyph, glyph_of

# The awards of the last evening, as they are handed over.
LAST_AWARDS = (MOVIE_OF_THE_YEAR, BEST_DIRECTOR, WORST_MOVIE)


@dataclass(frozen=True, slots=True)
class Moment:
    """A card; its template under games/table/moments/ has its name."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class MovieMoment(Moment):
    """A movie is complete: its poster with its marker."""

    kind = "movie"
    person: Person
    play: Play


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's place in the order of choosing, and why."""

    person: Person
    faces: int
    reason: str  # most, popcorn, nearer, level, fewest, or nothing to say
    level_with: tuple[Person, ...]
    has_popcorn: bool
    is_mine: bool

    @property
    def marks(self) -> str:
        """One letter for each face, to be counted by a template."""
        return "f" * self.faces


@dataclass(frozen=True, slots=True)
class PartyMoment(Moment):
    """A party opens: what is there, and who chooses when."""

    kind = "party"
    place: int
    total: int
    name: str
    tiles: tuple[tuple[Glyph, str], ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands by what everybody knows; `was` is its place a round ago, 0 after the first."""

    person: Person
    place: int
    was: int
    markers: int
    awards: int
    money: int  # nothing where purses are secret
    total: int
    gain: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class RoundMoment(Moment):
    """A round is over: its best movie, the standings, what can still be won, and what comes."""

    kind = "round"
    quarter: int
    best: Play | None
    presenter: Person | None
    standings: tuple[Standing, ...]
    has_money: bool  # purses are open, and count
    money: str  # the viewer's own, where it is secret
    table: Table


@dataclass(frozen=True, slots=True)
class LastAward:
    """An award of the last evening; nobody's where it was withdrawn."""

    trophy: Trophy
    movie: str
    marker: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class EndMoment(Moment):
    """The match is over: the last awards one by one, and who won."""

    kind = "end"
    awards: tuple[LastAward, ...]
    headline: Headline | None
    winners: tuple[Sheet, ...]
    sheets: tuple[Sheet, ...]
    ahead: int
    second: Person | None
    is_mine: bool


class Scene(NamedTuple):
    """The table after an entry as its viewer may see it, and where a round before that it stood."""

    viewer: int | None
    state: State
    before: State
    table: Table

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(studio.person for studio in self.table.studios)

    @property
    def words(self) -> Words:
        return self.table.words

    def play(self, screenplay: str) -> tuple[Person, Play]:
        """Find a movie by its id, and whose it is."""
        plays = ((studio.person, play) for studio in self.table.studios for play in studio.plays)
        return next((person, play) for person, play in plays if play.id == screenplay)


def moments_at(match: Match, number: int, viewer: int | None, words: Words) -> tuple[Moment, ...]:
    """List the cards of an entry in the order in which things happened; most entries have none."""
    events = match.moves.filter(number=number).values_list("events", flat=True).first() or []
    if not any(event["event"] in _CARDS for event in events):
        return ()
    scene = _scene(match, number, viewer, words)
    return tuple(_CARDS[event["event"]](scene, event, events) for event in events if event["event"] in _CARDS)


def _scene(match: Match, number: int, viewer: int | None, words: Words) -> Scene:
    states: tuple[State, State] = table_cache((match.pk, number, "scene"), lambda: _states(match, number))
    is_over = match.status == Match.Status.FINISHED
    before, after = (view_of_past(state, viewer, is_over=is_over).state for state in states)
    people = people_at(list(match.seats.select_related("user").order_by("number")))
    table = build_table(match, View(SPECTATOR, after), people, words)
    return Scene(viewer, after, before, table)


def _states(match: Match, number: int) -> tuple[State, State]:
    """Return the table at the beginning of the round that an entry belongs to or ends, and after the entry."""
    entries = match.moves.filter(number__lte=number).order_by("number").values_list("entry", flat=True)
    states = list(play_through(match.read_state().setup, entries))
    quarter = states[-2].quarter
    return next(state for state in states if state.quarter == quarter), states[-1]


def _movie(scene: Scene, event: dict[str, Any], _events: list[dict[str, Any]]) -> Moment:
    return MovieMoment(*scene.play(event["screenplay"]))


def _party(scene: Scene, event: dict[str, Any], _events: list[dict[str, Any]]) -> Moment:
    state, words, edition = scene.state, scene.words, scene.words.edition
    tiles = [edition.tile_index[tile] for tile in event["tiles"]]
    return PartyMoment(
        place=state.location + 1,
        total=len(edition.board),
        name=words.location(state.location),
        tiles=tuple((glyph_of(state, tile, words), words.tile_kind(edition.tile_kind[tile])) for tile in tiles),
        turns=tuple(_turns(scene, event["order"], event["faces"])),
    )


def _turns(scene: Scene, order: Sequence[int], faces: Sequence[int]) -> Iterator[Turn]:
    people, popcorn = scene.people, scene.state.popcorn
    for place, seat in enumerate(order):
        level = [other for other in order if other != seat and faces[other] == faces[seat]]
        yield Turn(
            person=people[seat],
            faces=faces[seat],
            reason=_reason(seat, place, order, level, popcorn),
            level_with=tuple(people[other] for other in level),
            has_popcorn=seat == popcorn,
            is_mine=seat == scene.viewer,
        )


def _reason(seat: int, place: int, order: Sequence[int], level: list[int], popcorn: int) -> str:
    """Ties go to the popcorn, or to whoever is nearest clockwise from it."""
    if level and seat == popcorn:
        return "popcorn"
    if level and any(order.index(other) > place for other in level):
        return "nearer"
    if level:
        return "level"
    return "most" if place == 0 else "fewest" if place == len(order) - 1 else ""


def _round(scene: Scene, event: dict[str, Any], events: list[dict[str, Any]]) -> Moment:
    prize = next((told for told in events if told["event"] == "award_made" and told["award"] == BEST_MOVIE), None)
    presenter, best = scene.play(prize["screenplay"]) if prize else (None, None)
    own = None if scene.viewer is None else scene.state.money[scene.viewer]
    return RoundMoment(
        quarter=event["quarter"] - 1,
        best=best,
        presenter=presenter,
        standings=_standings(scene),
        has_money=money_is_open(scene.state),
        money="" if own is None or money_is_open(scene.state) else scene.words.money(own),
        table=scene.table,
    )


def _standings(scene: Scene) -> tuple[Standing, ...]:
    with_money = money_is_open(scene.state)
    now, then = _scores(scene.state, with_money=with_money), _scores(scene.before, with_money=with_money)
    is_first = scene.before.quarter == 1
    standings = [
        Standing(
            person=person,
            place=_place(now, person.number),
            was=0 if is_first else _place(then, person.number),
            markers=points(scene.state, person.number).markers,
            awards=points(scene.state, person.number).awards,
            money=scene.state.money[person.number] if with_money else 0,
            total=now[person.number],
            gain=now[person.number] - then[person.number],
            is_mine=person.number == scene.viewer,
        )
        for person in scene.people
    ]
    return tuple(sorted(standings, key=lambda standing: standing.place))


def _scores(state: State, *, with_money: bool) -> list[int]:
    """Return what everybody may count: markers and awards, and money where it is seen."""
    scores = [points(state, seat) for seat in range(state.setup.seats)]
    return [score.markers + score.awards + (score.money if with_money else 0) for score in scores]


def _place(scores: list[int], seat: int) -> int:
    return 1 + sum(other > scores[seat] for other in scores)


def _end(scene: Scene, _event: dict[str, Any], events: list[dict[str, Any]]) -> Moment:
    sheets = scene.table.ending
    crowned = tuple(sheet for sheet in sheets if sheet.is_crowned)
    second = sheets[1] if len(crowned) == 1 and len(sheets) > 1 else None
    return EndMoment(
        awards=tuple(_last_award(scene, told) for told in events if told.get("award") in LAST_AWARDS),
        headline=headline_of(sheets),
        winners=crowned,
        sheets=sheets,
        ahead=sheets[0].total - second.total if second else 0,
        second=second.person if second else None,
        is_mine=any(sheet.person.number == scene.viewer for sheet in crowned),
    )


def _last_award(scene: Scene, event: dict[str, Any]) -> LastAward:
    genre = None if event["genre"] is None else scene.words.edition.genres.index(event["genre"])
    label = award_label(event["award"], genre, None, scene.words)
    play = scene.play(event["screenplay"])[1] if event.get("screenplay") else None
    return LastAward(
        trophy=Trophy(event["award"], genre_picture(genre), label, event.get("points", 10)),
        movie=play.title if play else "",
        marker=(play.marker or "0") if play else "",
        person=scene.people[event["seat"]] if "seat" in event else None,
    )


_CARDS = {"movie_completed": _movie, "party_opened": _party, "quarter_began": _round, "match_ended": _end}
