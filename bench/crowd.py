"""A site with a past: thousands of people and their finished matches, seeded in bulk for measurements.

Only a few of the matches were really played; of the others there is what lists, ratings and statistics read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from bench._sheet import go_on_counting, write_rows
from bench._site import own_database

if TYPE_CHECKING:
    from accounts.models import User

MATCHES = 100_000
PEOPLE = 5_000
REAL = 5
DAYS = 730
EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
TITLES = ("", "", "", "Friday night", "Sunday matinee", "Rome after dark", "Late show", "Nachtdreh", "Avant-première")
AT_ONCE = 2_000
MATCH_FIELDS = (
    *("id", "invite_token", "host", "size", "best_score"),
    *("title", "edition_id", "pace", "rated", "visibility", "number", "created_at", "started_at", "finished_at"),
)
SEAT_FIELDS = ("match", "number", "user", "ai_level", "studio", "score", "place")
SAMPLE = 2_000
DECISIONS = 60  # of each seat, as in a match of average length


@dataclass(frozen=True, slots=True)
class CrowdPlayer:
    """Somebody of the crowd, and how well they play: points above or below the usual."""

    user: User
    skill: float


@dataclass(frozen=True, slots=True)
class Finished:
    """A match as it looks from outside: who played, and how it ended."""

    title: str
    edition_id: str
    pace: str
    rated: bool
    visibility: str
    number: int
    started_at: datetime
    finished_at: datetime
    people: tuple[int, ...]
    scores: tuple[int, ...]


def run() -> None:
    """Print how fast a crowd is made."""
    with own_database():
        began = time.perf_counter()
        seed(matches=SAMPLE, people=SAMPLE // 20)
        print(f"{SAMPLE / (time.perf_counter() - began):.0f} finished matches seeded a second")


def seed(
    matches: int = MATCHES, people: int = PEOPLE, real: int = REAL, dice: Random | None = None
) -> list[CrowdPlayer]:
    """Fill the database with people and finished matches over two years; the answer tells who plays how well."""
    from django.db import transaction
    from django.db.models import Max

    from games.models import Match

    dice = dice or Random("crowd")
    crowd = _make_people(people, dice)
    with transaction.atomic():
        first = 1 + (Match.objects.aggregate(last=Max("pk"))["last"] or 0)
        for batch in _batches(matches, crowd, dice):
            _store(batch, first)
            first += len(batch)
        go_on_counting(Match)
        for _ in range(real):
            _play_out(dice.sample(crowd, dice.randint(2, 5)), dice)
    _count_rows()
    return crowd


def _make_people(count: int, dice: Random) -> list[CrowdPlayer]:
    """People with confirmed accounts; most play alike, a few much better or worse."""
    from accounts.models import User

    made = User.objects.bulk_create(
        (User(username=f"Player {number:04}", email=f"player{number}@example.org") for number in range(count)),
        batch_size=AT_ONCE,
    )
    return [CrowdPlayer(user, dice.gauss(0, 8)) for user in made]


def _batches(count: int, crowd: Sequence[CrowdPlayer], dice: Random) -> Iterator[list[Finished]]:
    """So many matches at a time, from the oldest to the newest."""
    from django.utils import timezone

    begin = timezone.now() - timedelta(days=DAYS)
    step = timedelta(days=DAYS) / max(1, count)
    for first in range(0, count, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, count))
        yield [_imagine(begin + step * number, crowd, dice) for number in numbers]


def _imagine(finished_at: datetime, crowd: Sequence[CrowdPlayer], dice: Random) -> Finished:
    """Return a match as it looks from outside once it is over: scores follow from skill and luck."""
    size = dice.choice((2, 3, 3, 4, 4, 4, 5))
    # Some come much more often than others.
    players = list({crowd[int(len(crowd) * dice.random() ** 1.5)]: None for _ in range(size)})
    if len(players) > 2 and dice.random() < 0.1:
        players.pop()
    scores = [round(dice.gauss(62 + player.skill, 12)) for player in players]
    scores += [round(dice.gauss(52, 12)) for _ in range(size - len(players))]
    return Finished(
        title=dice.choice(TITLES),
        edition_id=dice.choice(EDITIONS),
        pace=dice.choice(("live", "slow")),
        rated=len(players) == size and dice.random() < 0.7,
        visibility="public" if dice.random() < 0.97 else "invited",
        number=dice.randint(45, 75) * size,
        started_at=finished_at - timedelta(minutes=dice.randint(15, 4_000)),
        finished_at=finished_at,
        people=tuple(player.user.pk for player in players),
        scores=tuple(scores),
    )


def _store(batch: list[Finished], first: int) -> None:
    """Write matches, numbered from `first` on, with their seats and the words of their titles."""
    from django.db import connection

    from games.models import Match, Seat, TitleWord
    from games.models.title_word import words_in

    when = connection.ops.adapt_datetimefield_value
    numbered = list(enumerate(batch, start=first))
    template = Match(status=Match.Status.FINISHED, secret=bytes(32), commitment="0" * 64)
    write_rows(template, MATCH_FIELDS, (_match_row(pk, match, when) for pk, match in numbered))
    write_rows(Seat(decisions=DECISIONS), SEAT_FIELDS, (row for pk, match in numbered for row in _seat_rows(pk, match)))
    titles = ((pk, word) for pk, match in numbered for word in words_in(match.title))
    write_rows(TitleWord(), ("match", "word"), titles)


def _match_row(pk: int, match: Finished, when: Callable[[datetime], Any]) -> tuple[Any, ...]:
    said = (match.title, match.edition_id, match.pace, match.rated, match.visibility, match.number)
    known = (pk, f"crowd {pk}", match.people[0], len(match.scores), max(match.scores))
    return (*known, *said, when(match.started_at), when(match.started_at), when(match.finished_at))


def _seat_rows(pk: int, match: Finished) -> Iterator[tuple[Any, ...]]:
    """Places follow from scores; seats without a person are an AI's."""
    for number, score in enumerate(match.scores):
        user = match.people[number] if number < len(match.people) else None
        place = 1 + sum(other > score for other in match.scores)
        yield pk, number, user, "" if user else "trainee", number + 1, score, place


def _play_out(players: Sequence[CrowdPlayer], dice: Random) -> None:
    """Play a real match from the first bid to the last award, stored move by move."""
    from games.engine import apply, move_of, options
    from games.engine.moves import to_entry
    from games.engine.state import OVER
    from games.models import Match, PlayedMove, Seat
    from games.play.services.moves import begin_match
    from games.play.services.results import conclude

    match = Match.objects.create(edition_id=dice.choice(EDITIONS), size=len(players), host=players[0].user)
    Seat.objects.bulk_create(Seat(match=match, number=n, user=player.user) for n, player in enumerate(players))
    begin_match(match=match)
    state, moves = match.read_state(), list[PlayedMove]()
    while state.phase != OVER:
        answers, seat = options(state), state.turn
        move = move_of(state.edition, state.phase, answers[int(len(answers) * dice.random() ** 2)])
        state, events = apply(state, seat, move)
        told = [event.to_json() for event in events]
        moves.append(PlayedMove(match=match, number=len(moves) + 1, seat=seat, entry=to_entry(seat, move), events=told))
    PlayedMove.objects.bulk_create(moves)
    match.number = len(moves)
    match.write_state(state)
    conclude(match=match, state=state)
    match.save()


def _count_rows() -> None:
    """Let the database count how much lies where, as it does by itself where it runs for long."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
