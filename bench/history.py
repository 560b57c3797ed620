"""A site with a long past: lobby, history and replay with 100,000 finished matches, against the same with 100."""

import time
from typing import Any

from bench import crowd
from bench._site import own_database

FEW, MANY = 100, 100_000
PEOPLE = 5_000
TRIES = 9
PAGE = 25
THOUSANDTH = 999  # pages of history before this one
MOST = 2.0  # how much dearer a page may be with many matches
LONGEST = 0.2  # seconds for any position of a replay


def run() -> None:
    """Print every page's time and queries with few and with many, and fail where the past weighs too much."""
    few, many = measure(FEW), measure(MANY)
    for name, (seconds, queries) in many.items():
        before, as_many = few[name]
        print(
            f"{name}: {seconds * 1e3:.1f} ms with {MANY}, {before * 1e3:.1f} ms with {FEW} matches "
            f"({seconds / before:.2f} x); {queries} queries, {as_many} with few"
        )
        assert seconds < MOST * before, f"{name} is too slow with many matches"
        assert queries == as_many, f"{name} asks more often with many matches"


def measure(matches: int) -> dict[str, tuple[float, int]]:
    """Processor seconds and queries of each page, by its name."""
    with own_database():
        players = crowd.seed(matches=matches, people=min(PEOPLE, matches * 2), real=1)
        from games.history.paging import cursor_at
        from games.history.selectors import PUBLIC_DAY
        from games.models import Match

        # With few matches the last whole page stands for the thousandth.
        shown = Match.objects.filter(shown_at__isnull=False).order_by("-shown_at", "-pk")
        before = min(THOUSANDTH * PAGE, shown.count() - PAGE - 1)
        place = cursor_at(shown[before - 1], PUBLIC_DAY)
        real = Match.objects.filter(state__isnull=False).get()
        print_replay(real)
        me = players[len(players) // 2].user
        return {
            "lobby": cost("/lobby/", me),
            "history, page 1": cost("/history/", me),
            "history, page 1,000": cost(f"/history/?after={place}", me),
            "history, longest first": cost("/history/?sort=longest", me),
            "history, filtered": cost("/history/?edition=traumfabrik-2000", me),
        }


def cost(url: str, user: Any) -> tuple[float, int]:
    """Return the best of a few tries: the others met a busy machine, or what is looked up once in a while."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(user)
    best, queries = 9.0, 1_000
    for _ in range(TRIES):
        with CaptureQueriesContext(connection) as captured:
            started = time.process_time()
            assert client.get(url, headers={"host": "127.0.0.1"}).status_code == 200
            best, queries = min(best, time.process_time() - started), min(queries, len(captured))
    return best, queries


def print_replay(match: Any) -> None:
    """Positions all over a real match, each drawn with nothing remembered."""
    dearest = max(_replay_cost(match, number) for number in range(1, match.number + 1, match.number // 12))
    print(f"replay of {match.number} moves: {dearest * 1e3:.0f} ms for the dearest position")
    assert dearest < LONGEST, "a position of a replay takes too long"


def _replay_cost(match: Any, number: int) -> float:
    from django.test import Client

    from games.render_cache import part_cache, table_cache

    best = 9.0
    for _ in range(3):
        table_cache.clear()
        part_cache.clear()
        started = time.process_time()
        answer = Client().get(f"/tables/{match.pk}/replay/{number}/", headers={"host": "127.0.0.1"})
        assert answer.status_code == 200
        best = min(best, time.process_time() - started)
    return best
