"""The table in play: what a move costs, what is drawn and what is sent, with four viewers looking on."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from bench._site import own_database

SEATS = 4
MOVES = 12  # as many bids as a purse allows


def run() -> None:
    """Print queries, processor time and bytes of a bid and of a whole table."""
    with own_database():
        measure()


def measure() -> None:
    """Everything below needs Django, which is set up on a database of its own."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.render_cache import part_cache, table_cache
    from games.table.hub import Wish, draw_for
    from games.table.rendering import TableVersion, draw
    from games.table.settled import read_match, watch

    match = begin()
    viewers: list[int | None] = [*range(SEATS), None]
    watch(match.pk)
    for viewer in viewers:
        draw(match, viewer, "en")

    def redraw() -> None:
        table_cache.clear()
        part_cache.clear()
        draw(match, 0, "en")

    queries, spent, sizes, drawing = [], 0.0, [], 0.0
    for amount in range(MOVES):
        seen = TableVersion(match.number, match.version)
        with CaptureQueriesContext(connection) as captured:
            spent += timed(partial(bid, match, amount))
        queries.append(len(captured))
        match = read_match(match.pk, match.number + 1, match.version)
        told = TableVersion(match.number, match.version)
        started = time.process_time()
        pushes = draw_for(match.pk, told, {Wish(viewer, "en", seen) for viewer in viewers})
        drawing += time.process_time() - started
        sizes += [len(push.html.encode()) for push in pushes.values()]
    print(f"a bid: {max(queries)} queries at most, {spent / MOVES * 1e3:.1f} ms of processor to store it")
    print(f"what it changes, drawn for {len(viewers)} viewers: {drawing / MOVES * 1e3:.1f} ms in all")
    print(f"a push: {median(sizes):.0f} bytes in the middle, {max(sizes)} at most")
    whole = draw(match, 0, "en")
    size = sum(len(html.encode()) for html in (*whole.parts.values(), *whole.entries.values()))
    print(f"the whole table anew: {sum(timed(redraw) for _ in range(10)) * 100:.1f} ms, {size} bytes")


def timed(work: Callable[[], Any]) -> float:
    """Processor seconds of some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def begin() -> Any:
    """Return a match of four people."""
    from accounts.models import User
    from games.models import Match, Seat
    from games.play.services.moves import begin_match

    people = [User.objects.create(username=f"bench {number}") for number in range(SEATS)]
    match = Match.objects.create(edition_id="dream-factory-2009", size=SEATS, host=people[0], host_begins=True)
    Seat.objects.bulk_create(Seat(match=match, number=n, user=user) for n, user in enumerate(people))
    begin_match(match=match)
    return match


def bid(match: Any, amount: int) -> None:
    """Let the next seat bid one more."""
    from games.engine import Bid
    from games.play.services.moves import play_move

    play_move(match_id=match.pk, seat=match.turn_seat, move=Bid(amount), number=match.number + 1, key=f"bid {amount}")
