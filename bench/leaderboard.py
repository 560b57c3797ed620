"""How people stand, at two sizes of history: counting, recomputing, and the pages of rankings and of a person."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bench._site import own_database
from bench.crowd import AT_ONCE, seed

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Seat
    from leaderboard.models import Appearance

FEW, MANY = 100, 100_000
RATED_PEOPLE = 100_000
TRIES = 9
PAGES = {
    "rankings": "/rankings/",
    "rankings, half-way down": "/rankings/?after=1500000.0",
    "people I played with": "/rankings/?met=1",
    "a person": "/people/{name}/",
    "a rating": "/rankings/of/{name}/many-overall/",
}


class Cost(NamedTuple):
    """What a page takes: the best of a few tries, and its queries."""

    seconds: float
    queries: int


def run() -> None:
    """Print what pages cost with few and with many matches, and how much more that is."""
    few, many = (measure(matches, people) for matches, people in ((FEW, 50), (MANY, RATED_PEOPLE)))
    for name, before in few.items():
        after = many[name]
        print(
            f"{name}: {before.seconds * 1e3:.1f} ms with {FEW} matches, {after.seconds * 1e3:.1f} ms with {MANY}:"
            f" {after.seconds / before.seconds:.2f} times; {before.queries} and {after.queries} queries"
        )


def measure(matches: int, people: int) -> dict[str, Cost]:
    """Seed, count, and ask for every page as somebody who has played much."""
    with own_database():
        from django.db import connection

        seed(matches=matches, people=min(people, 5_000))
        count(matches)
        remember()
        add_rated(people)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        user = busiest()
        return {name: cost(path.format(name=user.username), user) for name, path in PAGES.items()}


def count(matches: int) -> None:
    """Count all results, then compute everything anew and compare."""
    from leaderboard.services.audit import audit
    from leaderboard.services.counting import count_results

    counted = 0

    def count_all() -> None:
        nonlocal counted
        counted = count_results(thorough=True)

    spent = timed(count_all)
    print(f"{counted} of {matches} matches are rated: counted in {spent:.1f} s, {counted / spent:.0f} a second")
    spent = timed(lambda: print(f"{len(audit())} differences to a recomputation", end=" "))
    print(f"in {spent:.1f} s")
    print(f"a sweep with nothing to do: {timed(count_results) * 1e3:.1f} ms")


def remember() -> None:
    """Write what is remembered of each match, in bulk, as it would be written when they end."""
    from games.models import Seat
    from leaderboard.models import Appearance, Tally
    from leaderboard.selectors.matches import counted_matches

    dice = Random("movies")
    seats = Seat.objects.exclude(user=None).select_related("match").defer("match__state", "match__secret")
    batch: list[Appearance] = []
    for seat in seats.iterator(AT_ONCE):
        batch.append(appearance(seat, dice))
        if len(batch) == AT_ONCE:
            Appearance.objects.bulk_create(batch)
            batch.clear()
    Appearance.objects.bulk_create(batch)
    ends = counted_matches().values_list("pk", "finished_at").iterator(AT_ONCE)
    tallies = (Tally(match_id=pk, ended_at=end) for pk, end in ends if end)
    Tally.objects.bulk_create(tallies, AT_ONCE, ignore_conflicts=True)
    Tally.objects.update(is_remembered=True)


def appearance(seat: Seat, dice: Random) -> Appearance:
    """Return one person in one match, with movies by chance."""
    from leaderboard.models import Appearance

    match, place, score = seat.match, seat.place or 1, seat.score or 0
    assert seat.user_id is not None
    assert match.finished_at is not None
    plays = dice.sample([play.id for play in match.edition.screenplays], 3)
    return Appearance(
        match=match,
        user_id=seat.user_id,
        ended_at=match.finished_at,
        edition_id=match.edition_id,
        pace=match.pace,
        seats=match.size,
        people=match.size,
        seat=seat.number,
        turn=seat.number + 1,
        place=place,
        score=score,
        lead=score - 60,
        money=dice.randint(0, 20),
        awards=dice.randint(0, 5),
        genres=dice.randint(1, 3),
        best_marker=dice.randint(8, 22),
        movies=[[play, dice.choice(match.edition.genres), str(dice.randint(0, 22)), 12] for play in plays],
        answers=[dice.randint(0, 9) for _ in range(20)],
        time_outs=0,
    )


def add_rated(people: int) -> None:
    """More rated people, until there are so many."""
    from accounts.models import User
    from leaderboard.models import Rating

    missing, dice = max(0, people - User.objects.count()), Random("rated")
    users = User.objects.bulk_create((User(username=f"Rated {number}") for number in range(missing)), AT_ONCE)
    rows = (
        Rating(
            user=user, ladder="many-overall", value=round(dice.gauss(1_500_000, 200_000)), matches=dice.randint(1, 99)
        )
        for user in users
    )
    Rating.objects.bulk_create(rows, AT_ONCE)


def busiest() -> User:
    """Return who has played most."""
    from django.db.models import Count

    from accounts.models import User

    return User.objects.annotate(played=Count("appearances")).order_by("-played", "pk")[0]


def cost(path: str, user: User) -> Cost:
    """Ask for a page a few times."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, override_settings

    client = Client()
    client.force_login(user)
    with override_settings(ALLOWED_HOSTS=["*"]):
        assert client.get(path).status_code == 200, path
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        queries = len(captured)
        return Cost(min(timed(lambda: client.get(path)) for _ in range(TRIES)), queries)


def timed(work: Callable[[], object]) -> float:
    """Seconds of some work, by the processor's clock, which other programs do not turn."""
    began = time.process_time()
    work()
    return time.process_time() - began
