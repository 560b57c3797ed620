"""One person's record: how they did, against whom, where, with which movies. As many queries for one match as for a
thousand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Avg, Count, Q, QuerySet, Sum

from accounts.models import User
from leaderboard.models import Appearance
from leaderboard.rating import LAST
from leaderboard.selectors.latest import (
    LATEST,
    AnswerTimes,
    BestMovie,
    Genre,
    answers_of,
    best_movies,
    edition_name,
    genres_of,
    streaks_of,
)
from leaderboard.selectors.reputation import reliability
from leaderboard.trophies import WON, TrophyCount, counts, shelve

RIVALS: Final = 10


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met again and again."""

    user: User
    played: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Group:
    """Matches that have something in common: how many, how many won, the average score."""

    name: str
    played: int
    won: int
    score: float

    @property
    def share(self) -> int:
        """Won ones of a hundred."""
        return round(100 * self.won / self.played)


@dataclass(frozen=True, slots=True)
class Record:
    """Everything a public page tells of how somebody plays."""

    played: int
    won: int
    average: float
    late: int  # how often out of time
    given_up: int
    away: int  # in how many an AI decided more than its share, though they had not given up
    streak: int
    best_streak: int
    rivals: tuple[Rival, ...]
    by_edition: tuple[Group, ...]
    by_seats: tuple[Group, ...]
    by_turn: tuple[Group, ...]
    genres: tuple[Genre, ...]
    movies: tuple[BestMovie, ...]
    answers: tuple[AnswerTimes, ...]
    trophies: tuple[TrophyCount, ...]

    @property
    def share(self) -> int:
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def reliability(self) -> int:
        """Matches of a hundred that they neither gave up nor left to the AI."""
        return reliability(self.played, self.given_up + self.away)


def record_of(person: User) -> Record | None:
    """Return a record, or None for who has finished no match."""
    mine = Appearance.objects.filter(user=person)
    figures = mine.aggregate(
        played=Count("pk"),
        won=Count("pk", filter=WON),
        average=Avg("score"),
        late=Sum("time_outs"),
        given_up=Count("pk", filter=Q(has_quit=True)),
        away=Count("pk", filter=Q(has_quit=False, was_away=True)),
        **counts(),
    )
    if not figures["played"]:
        return None
    latest, groups = list(mine.order_by("-ended_at")[:LATEST]), _groups(mine)
    there = [row for row in latest if row.was_there]  # what an AI made for somebody is not theirs
    streak, best_streak = streaks_of(latest)
    return Record(
        **{name: figures[name] for name in ("played", "won", "average", "late", "given_up", "away")},
        streak=streak,
        best_streak=best_streak,
        rivals=_rivals(person, latest),
        by_edition=_added(groups, "edition_id", edition_name),
        by_seats=_added(groups, "seats", str),
        by_turn=_added(groups, "turn", str),
        genres=genres_of(there),
        movies=best_movies(there),
        answers=answers_of(latest),
        trophies=tuple(shelve(figures)),
    )


def _rivals(person: User, latest: list[Appearance]) -> tuple[Rival, ...]:
    """With whom somebody played most lately, and how often who was ahead; whoever was not there is last."""
    mine = {row.match_id: _standing(row.place, row.was_there) for row in latest}
    played, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    met = Appearance.objects.filter(match__in=mine).exclude(user=person).order_by("user")
    for match_id, user, place, *absences in met.values_list("match", "user", "place", "has_quit", "was_away"):
        standing = _standing(place, not any(absences))
        played[user] += 1
        ahead[user] += mine[match_id] < standing
        behind[user] += mine[match_id] > standing
    most = [user for user, _ in played.most_common(RIVALS)]
    people = User.objects.in_bulk(most)
    return tuple(Rival(people[user], played[user], ahead[user], behind[user]) for user in most)


def _standing(place: int, was_there: bool) -> int:
    return place if was_there else LAST


def _groups(mine: QuerySet[Appearance]) -> list[dict[str, Any]]:
    """Count matches by edition, number of seats and turn: one query, to be added up in three ways."""
    rows = mine.values("edition_id", "seats", "turn")
    sums = rows.annotate(played=Count("pk"), won=Count("pk", filter=WON), total=Sum("score"))
    return [dict(row) for row in sums]


def _added(rows: list[dict[str, Any]], column: str, name: Callable[[Any], str]) -> tuple[Group, ...]:
    added: dict[Any, Counter[str]] = {}
    for row in rows:
        added.setdefault(row[column], Counter()).update({each: row[each] for each in ("played", "won", "total")})
    return tuple(
        Group(name(key), sums["played"], sums["won"], sums["total"] / sums["played"])
        for key, sums in sorted(added.items())
    )
