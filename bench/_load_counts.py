"""What needs no server to be counted: queries for a move, and what a move costs early and late in a match."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from bench._site import own_database


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


def cost_by_quarter(matches: int) -> tuple[float, float]:
    """Tell the milliseconds for a move, drawing for four included, in the first and in the last quarter of matches."""
    from games.table.hub import play_and_draw

    spent: dict[int, list[float]] = {}
    for number in range(matches):
        table, dice = _begin(), Random(number)
        while (act := table.next_move(dice)) is not None:
            quarter, wishes = table.state.quarter, _look(table, 4)
            began = time.thread_time()
            play_and_draw(table.match.pk, act, wishes)
            spent.setdefault(quarter, []).append(time.thread_time() - began)
    first, last = spent[1][len(spent[1]) // 4 :], spent[max(spent)]  # the very first ones compile templates
    return sum(first) / len(first) * 1e3, sum(last) / len(last) * 1e3


def run(past: int, matches: int) -> tuple[list[int], tuple[float, float]]:
    """Count all of it by so many matches, on a site with so many finished ones."""
    with own_database():
        if past:
            from bench.crowd import seed

            seed(matches=past)
        count_queries(4)
        return [count_queries(4), count_queries(40)], cost_by_quarter(matches)


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
