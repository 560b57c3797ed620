"""What needs no server to be counted: queries for a move, and what a move costs early and late in a match."""

from __future__ import annotations

import gzip
import time
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from bench._load_site import as_in_production
from bench._site import own_database

MIDDLE = 3  # the quarter in which a page is looked at
COLD_DRAWINGS = 9


def count_queries(viewers: int) -> int:
    """Count the queries of one bid over the socket, with so many who look on."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.table.hub import play_and_draw

    table = _begin()
    wishes = _look(table, viewers)
    with CaptureQueriesContext(connection) as captured:
        play_and_draw(table.match.pk, table.next_move(Random(1)), wishes)
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in captured)


class PageWeight(NamedTuple):
    """A table's page when nothing of it is remembered: milliseconds of drawing, its bytes, and those sent."""

    drawing_ms: float
    size: int
    sent: int


class Counts(NamedTuple):
    """Queries of a bid with 4 and 40 who look on, milliseconds of a move with drawing for four, and the page."""

    queries: tuple[int, int]
    first_quarter: float
    last_quarter: float
    mean: float
    page: PageWeight


def cost_by_quarter(matches: int) -> tuple[float, float, float]:
    """Tell the milliseconds for a move, drawing for four included: in the first and the last quarter, and in all."""
    from games.table.hub import play_and_draw

    spent: dict[int, list[float]] = {}
    for number in range(matches):
        table, dice = _begin(), Random(number)
        while (act := table.next_move(dice)) is not None:
            quarter, wishes = table.state.quarter, _look(table, 4)
            began = time.thread_time()
            play_and_draw(table.match.pk, act, wishes)
            spent.setdefault(quarter, []).append(time.thread_time() - began)
    spent[1] = spent[1][len(spent[1]) // 4 :]  # the very first ones compile templates
    return mean(spent[1]) * 1e3, mean(spent[max(spent)]) * 1e3, mean(chain(*spent.values())) * 1e3


def weigh_page() -> PageWeight:
    """Draw a table in the middle of its match with nothing remembered, and fetch its page."""
    from django.test import Client

    from games.models import Match
    from games.render_cache import part_cache, table_cache
    from games.table.rendering import draw

    table, dice = _begin(), Random("page")
    while table.state.quarter < MIDDLE and (act := table.next_move(dice)) is not None:
        act()
    match, spent = Match.objects.get(pk=table.match.pk), []
    for _ in range(COLD_DRAWINGS):
        table_cache.clear()
        part_cache.clear()
        began = time.thread_time()
        draw(match, 0, "en")
        spent.append(time.thread_time() - began)
    browser = Client(SERVER_NAME="127.0.0.1", headers={"accept-encoding": "gzip"})
    browser.force_login(table.users[0])
    sent = browser.get(match.get_absolute_url()).content
    return PageWeight(median(spent) * 1e3, len(gzip.decompress(sent)), len(sent))


def run(folder: Path, past: int, matches: int) -> Counts:
    """Count all of it by so many matches, on a site with so many finished ones, set up as in production."""
    as_in_production(folder)
    with own_database():
        if past:
            from bench.crowd import seed

            seed(matches=past)
        count_queries(4)
        queries = count_queries(4), count_queries(40)
        return Counts(queries, *cost_by_quarter(matches), weigh_page())


class _Played:
    """A table in this process, and its next move as its socket would play it."""

    def __init__(self, match: Any, users: list[Any], sessions: list[Any]) -> None:
        self.match, self.users, self.sessions = match, users, sessions
        self.state, self.number = match.read_state(), 0

    def next_move(self, dice: Random) -> Any:
        """Give what plays the next move; None at the end."""
        from django.http import QueryDict

        from bench._load_people import as_form
        from games.engine import apply, move_of, options
        from games.engine.state import OVER
        from games.table.consumers import TableConsumer
        from games.table.forms import SentAnswer

        if self.state.phase == OVER:
            return None
        answers, seat = options(self.state), self.state.turn
        move = move_of(self.state.edition, self.state.phase, answers[int(len(answers) * dice.random() ** 4)])
        self.state, _events = apply(self.state, seat, move)
        self.number += 1
        form = QueryDict(mutable=True)
        form.update({"number": str(self.number), "key": f"count.{self.number}", **as_form(move)})
        consumer = TableConsumer()
        consumer.match_id, consumer.language, consumer.seat = self.match.pk, "en", seat
        consumer.scope = {"user": self.users[seat], "session": self.sessions[seat]}
        return lambda: consumer.play(SentAnswer("move", form))


def _begin() -> _Played:
    from django.contrib.sessions.backends.db import SessionStore

    from bench._load_site import open_tables
    from games.models import Match
    from games.table.settled import watch

    (table,) = open_tables(1)
    match = Match.objects.get(pk=table.pk)
    users = [seat.user for seat in match.seats.order_by("number").select_related("user")]
    watch(match.pk)
    return _Played(match, users, [SessionStore(cookie) for cookie in table.cookies])


def _look(table: _Played, viewers: int) -> set[Any]:
    """As many as look at it: its seats, and spectators who all see the same; each has seen it as it stands."""
    from games.table.hub import Wish, draw_for
    from games.table.rendering import TableVersion

    seen = TableVersion(table.number - 1 if table.number else 0, table.match.version)
    seats = (viewer if viewer < 4 else None for viewer in range(viewers))
    wishes = {Wish(seat, "en", seen) for seat in seats}
    if not table.number:
        draw_for(table.match.pk, seen, wishes)
    return wishes
