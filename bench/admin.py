"""Pages of the admin over 100,000 matches and 5,000,000 moves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench._site import own_database
from bench.crowd import MATCHES, seed

if TYPE_CHECKING:
    from django.test import Client

MOVES = 50  # of each match
LINES = 3
ROUNDS = 5
# As a database fills a table from another: one statement, whatever the number of rows.
PLAY = """
INSERT INTO games_playedmove (match_id, number, seat, entry, events, key, by_ai, forced, played_at)
WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < %s)
SELECT id, n, 0, '[0, "pass"]', '[]', '', FALSE, FALSE, finished_at FROM games_match, up WHERE state IS NULL
"""
TALK = """
INSERT INTO games_chatline (match_id, author_id, audience, text, removed, created_at)
WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < %s)
SELECT id, host_id, 'seats', 'Good luck', FALSE, finished_at FROM games_match, up
"""
PAGES = (
    "/admin/",
    "/admin/games/match/",
    "/admin/games/match/?p=30",
    "/admin/games/match/?status__exact=finished&rated__exact=1",
    "/admin/games/match/?q=Player 0007",
    "/admin/games/match/50000/change/",
    "/admin/games/playedmove/",
    "/admin/games/playedmove/?q=50000",
    "/admin/games/chatline/",
    "/admin/games/chatline/?q=Player 0007",
    "/admin/games/report/",
    "/admin/accounts/user/",
    "/admin/accounts/user/?q=Player 00",
    "/admin/accounts/user/7/file/",
    "/admin/accounts/staffact/",
)


def run() -> None:
    """Print how long each page takes: the median of a few, and the worst."""
    with own_database():
        seed(matches=MATCHES)
        client = _fill_and_enter()
        for page in PAGES:
            taken = sorted(_open(client, page) for _ in range(ROUNDS))
            print(f"{taken[ROUNDS // 2]:7.1f} ms, worst {taken[-1]:7.1f} ms  {page}")


def _fill_and_enter() -> Client:
    """Return the rest of the past, and an administrator at this very machine."""
    from django.db import connection
    from django.test import Client

    from accounts.models import User
    from games.models import PlayedMove

    with connection.cursor() as cursor:
        cursor.execute(PLAY, [MOVES])
        cursor.execute(TALK, [LINES])
        cursor.execute("ANALYZE")
    print(f"{PlayedMove.objects.count():,} moves")
    client = Client(SERVER_NAME="localhost")
    administrator = User.objects.create_superuser("administrator", None, "a long sentence")
    client.force_login(administrator, backend="accounts.entrance.backends.NameOrEmailBackend")
    return client


def _open(client: Client, page: str) -> float:
    began = time.perf_counter()
    answer = client.get(page)
    taken = (time.perf_counter() - began) * 1_000
    assert answer.status_code == 200, (page, answer.status_code)
    return taken
