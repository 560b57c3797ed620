"""What is shown of a match that one watches: never more than a spectator may know."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import get_language

from accounts.people.name_badges import add_badges
from games.edition_words import Words, words_of
from games.engine import SPECTATOR, State, view
from games.engine.scoring import points
from games.engine.state import OVER
from games.labels import pace_words, table_name
from games.models import Match, Seat
from games.render_cache import part_cache
from games.table.clock import clocks_of
from games.table.lot import Offer, offers_of
from games.table.people import people_at
from games.table.table import Studio, Table, build_table
from games.watch.selectors import watchers_of


@dataclass(frozen=True, slots=True)
class WatchedPlayer:
    """Somebody at a watched table, with the points that everybody can count: markers and awards."""

    seat: int
    name: str
    studio: int
    is_ai: bool
    points: int
    leads: bool
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A match in play, in a few lines."""

    match_id: int
    url: str
    name: str
    where: str  # the quarter and the location
    quarters: tuple[str, ...]
    pace: str
    edition: str
    rated: bool
    players: tuple[WatchedPlayer, ...]
    watching: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A studio of the match in the light, with what it does in this auction."""

    player: WatchedPlayer
    studio: Studio
    stage: str  # acts, leads, passed or nothing

    @property
    def unfinished(self) -> int:
        return sum(not play.is_movie for play in self.studio.plays)


@dataclass(frozen=True, slots=True)
class Featured:
    """One match in the light: its board in small."""

    match: Match
    url: str
    name: str
    pace: str
    is_over: bool
    table: Table
    offers: tuple[Offer, ...]
    players: tuple[Shown, ...]
    asked: str
    answered: str
    deadline: datetime | None
    watching: int

    @property
    def mark(self) -> str:
        """What an open page compares with what it has seen."""
        return f"{self.match.pk}.{self.match.number}.{self.match.version}"


def rows_of(matches: list[Match]) -> list[Row]:
    """Return matches as rows, in the order given; ratings and watchers are asked once for all."""
    watching = watchers_of(match.pk for match in matches)
    add_badges(seat.user for match in matches for seat in match.seats.all())
    return [_row(match, watching.get(match.pk, 0)) for match in matches]


def feature(match: Match) -> Featured:
    """Return a match with its board."""
    seats = list(match.seats.all())
    add_badges(seat.user for seat in seats)
    table, offers, players = _board(match, seats)
    is_over = match.status == Match.Status.FINISHED
    asked = None if is_over or match.awaited or match.turn_seat is None else match.turn_seat
    return Featured(
        match=match,
        url=reverse("replay", args=[match.pk]) if is_over else match.get_absolute_url(),
        name=table_name(match),
        pace=pace_words(match),
        is_over=is_over,
        table=table,
        offers=offers,
        players=tuple(
            Shown(_badged(player, seats), studio, "" if match.awaited or is_over else studio.stage)
            for player, studio in zip(players, table.studios, strict=True)
        ),
        asked="" if asked is None else players[asked].name,
        answered=f"{match.answered}/{match.size}" if match.awaited else "",
        deadline=None if asked is None or match.paused_at else clocks_of(match, seats)[asked].deadline,
        watching=watchers_of([match.pk]).get(match.pk, 0),
    )


def _row(match: Match, watching: int) -> Row:
    seats, words = list(match.seats.all()), words_of(match.edition_id)
    quarter, location, stages, players = _standing(match, seats, words)
    return Row(
        match_id=match.pk,
        url=match.get_absolute_url(),
        name=table_name(match),
        where=f"{words.word('quarter').capitalize()} {quarter} · {words.location(location)}",
        quarters=stages,
        pace=pace_words(match),
        edition=words.name,
        rated=match.rated,
        players=tuple(_badged(player, seats) for player in players),
        watching=watching,
    )


Standing = tuple[int, int, tuple[str, ...], tuple[WatchedPlayer, ...]]


def _standing(match: Match, seats: list[Seat], words: Words) -> Standing:
    """Return where a match stands; read from its state once for each move and language."""

    def read() -> Standing:
        seen = view(match.read_state(), SPECTATOR).state
        stages = ("past",) * (seen.quarter - 1) + ("now",) + ("coming",) * (4 - seen.quarter)
        return seen.quarter, seen.location, stages, contenders_of(seen, seats)

    standing: Standing = part_cache(_key("standing", match), read)
    return standing


Board = tuple[Table, tuple[Offer, ...], tuple[WatchedPlayer, ...]]


def _board(match: Match, seats: list[Seat]) -> Board:
    def build() -> Board:
        seen, words = view(match.read_state(), SPECTATOR), words_of(match.edition_id)
        table = build_table(match, seen, people_at(seats), words)
        return table, offers_of(seen.state, SPECTATOR, words), contenders_of(seen.state, seats)

    board: Board = part_cache(_key("board", match), build)
    return board


def _key(what: str, match: Match) -> tuple[str, int, int, int, str]:
    return f"watch.{what}", match.pk, match.number, match.version, get_language() or ""


def contenders_of(seen: State, seats: list[Seat]) -> tuple[WatchedPlayer, ...]:
    """Return everybody with their points; money counts only once the match is over, for it is secret until then."""
    counted = [points(seen, seat.number) for seat in seats]
    totals = [each.total if seen.phase == OVER else each.markers + each.awards for each in counted]
    best = max(totals)
    return tuple(
        WatchedPlayer(person.number, person.name, person.studio, person.is_ai, total, leads=0 < total == best)
        for person, total in zip(people_at(seats), totals, strict=True)
    )


def _badged(player: WatchedPlayer, seats: list[Seat]) -> WatchedPlayer:
    user = seats[player.seat].user
    return player if user is None else replace(player, badge=user.badge)
