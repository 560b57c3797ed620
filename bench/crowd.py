"""A site with a past: thousands of people and their finished matches, seeded in bulk for measurements.

Only a few of the matches were really played; of the others there is what lists, ratings and statistics read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from bench._site import own_database

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match, Seat

MATCHES = 100_000
PEOPLE = 5_000
REAL = 5
DAYS = 730
EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
TITLES = ("", "", "", "Friday night", "Sunday matinee", "Rome after dark", "Late show", "Nachtdreh", "Avant-première")
AT_ONCE = 2_000
SAMPLE = 2_000


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of the crowd, and how well they play: points above or below the usual."""

    user: User
    skill: float


def run() -> None:
    """Print how fast a crowd is made."""
    with own_database():
        began = time.perf_counter()
        seed(matches=SAMPLE, people=SAMPLE // 20)
        print(f"{SAMPLE / (time.perf_counter() - began):.0f} finished matches seeded a second")


def seed(matches: int = MATCHES, people: int = PEOPLE, real: int = REAL, dice: Random | None = None) -> list[Player]:
    """Fills the database with people and finished matches over two years; the answer tells who plays how well."""
    from django.db import transaction

    dice = dice or Random("crowd")
    crowd = _make_people(people, dice)
    with transaction.atomic():
        for batch in _batches(matches, crowd, dice):
            _store(batch)
        for _ in range(real):
            _play_out(dice.sample(crowd, dice.randint(2, 5)), dice)
    _count_rows()
    return crowd


def _make_people(count: int, dice: Random) -> list[Player]:
    """People with confirmed accounts; most play alike, a few much better or worse."""
    from accounts.models import User

    made = User.objects.bulk_create(
        (User(username=f"Player {number:04}", email=f"player{number}@example.org") for number in range(count)),
        batch_size=AT_ONCE,
    )
    return [Player(user, dice.gauss(0, 8)) for user in made]


def _batches(count: int, crowd: Sequence[Player], dice: Random) -> Iterator[list[tuple[Match, list[Seat]]]]:
    """So many matches at a time, from the oldest to the newest."""
    from django.utils import timezone

    begin = timezone.now() - timedelta(days=DAYS)
    step = timedelta(days=DAYS) / max(1, count)
    for first in range(0, count, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, count))
        yield [_make_match(begin + step * number, crowd, dice) for number in numbers]


def _make_match(finished_at: datetime, crowd: Sequence[Player], dice: Random) -> tuple[Match, list[Seat]]:
    """A match as it looks from outside once it is over."""
    from games.models import Match

    size = dice.choice((2, 3, 3, 4, 4, 4, 5))
    # Some come much more often than others.
    players = list({crowd[int(len(crowd) * dice.random() ** 1.5)]: None for _ in range(size)})
    ais = size - len(players) + (1 if len(players) > 2 and dice.random() < 0.1 else 0)
    players = players[: size - ais]
    started = finished_at - timedelta(minutes=dice.randint(15, 4_000))
    match = Match(
        title=dice.choice(TITLES),
        edition_id=dice.choice(EDITIONS),
        status=Match.Status.FINISHED,
        host=players[0].user,
        size=size,
        pace=dice.choice(Match.Pace.values),
        rated=not ais and dice.random() < 0.7,
        visibility=Match.Visibility.PUBLIC if dice.random() < 0.97 else Match.Visibility.INVITED,
        number=dice.randint(45, 75) * size,
        commitment="0" * 64,
        created_at=started,
        started_at=started,
        finished_at=finished_at,
    )
    return match, _make_seats(match, players, ais, dice)


def _make_seats(match: Match, players: list[Player], ais: int, dice: Random) -> list[Seat]:
    """Scores that follow from skill and luck, and the places that follow from the scores."""
    from games.models import Seat

    scores = [round(dice.gauss(62 + player.skill, 12)) for player in players]
    scores += [round(dice.gauss(52, 12)) for _ in range(ais)]
    match.best_score = max(scores)
    people: list[User | None] = [player.user for player in players]
    return [
        Seat(
            match=match,
            number=number,
            user=user,
            ai_level="" if user else "trainee",
            studio=number + 1,
            taken_at=match.created_at,
            score=scores[number],
            place=1 + sum(other > scores[number] for other in scores),
        )
        for number, user in enumerate(people + [None] * ais)
    ]


def _store(batch: list[tuple[Match, list[Seat]]]) -> None:
    from games.models import Match, Seat, TitleWord
    from games.models.title_word import words_in

    Match.objects.bulk_create([match for match, _ in batch], batch_size=AT_ONCE)
    seats = [seat for match, seats in batch for seat in seats if _follows(seat, match)]
    Seat.objects.bulk_create(seats, batch_size=AT_ONCE)
    titled = (TitleWord(match=match, word=word) for match, _ in batch for word in words_in(match.title))
    TitleWord.objects.bulk_create(titled, batch_size=AT_ONCE)


def _follows(seat: Seat, match: Match) -> bool:
    """A seat learns the number that its match got when it was stored."""
    seat.match = match
    return True


def _play_out(players: Sequence[Player], dice: Random) -> None:
    """A real match from the first bid to the last award, stored move by move."""
    from games.engine import apply, move_of, options
    from games.engine.moves import to_entry
    from games.engine.state import OVER
    from games.models import Match, PlayedMove, Seat
    from games.services.play import begin_match
    from games.services.results import conclude

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
    """The database learns how much lies where, as it does by itself where it runs for long."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
