"""One hub for everybody in a process who looks at a table: what a move costs, what is lost and found, who is asked."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import Bid, move_of, options
from games.engine.state import OVER
from games.models import Match, Seat
from games.play.services.conceding import concede
from games.play.services.moves import play_move
from games.render_cache import part_cache, table_cache
from games.table import hub as hubs_of
from games.table.hub import Hub, Wish, draw_for
from games.table.rendering import TableVersion, as_swaps, draw
from games.table.settled import stop_watching, watch
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.table.test_consumers import known, match, open_browser, play, version_in

__all__ = ["known", "match"]

pytestmark = pytest.mark.django_db(transaction=True)


def wishes(match: Match, viewers: int) -> set[Wish]:
    """As many as look at a table: its seats, and spectators who all see the same."""
    seen = TableVersion(match.number, match.version)
    return {Wish(seat if seat < match.size else None, "en", seen) for seat in range(viewers)}


@pytest.mark.parametrize("viewers", [4, 40])
def test_a_bid_takes_twelve_queries_however_many_look_on(people: People, table: Tables, viewers: int) -> None:
    match = begin(people, table, "grace", "hedy", "fritz", host_begins=True)
    client = Client()
    client.force_login(people("ada"))
    looked = wishes(match, viewers)
    draw_for(match.pk, TableVersion(match.number, match.version), looked)
    watch(match.pk)
    sent = {"number": 1, "key": "k", "bid": 3}
    with CaptureQueriesContext(connection) as captured:
        said = client.post(f"/tables/{match.pk}/move/", sent, headers={"HX-Request": "true", "X-Table-Socket": "open"})
        pushes = draw_for(match.pk, TableVersion(1, match.version), looked)
    stop_watching(match.pk)
    assert said.status_code == 204
    assert len(pushes) == 5 if viewers > 4 else 4
    assert all('id="entry-1"' in push.html for push in pushes.values())
    real = [
        query["sql"] for query in captured if not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
    ]
    # Of these a slow table alone needs three: letters, how fast its people answer, what the next one ordered.
    assert len(real) <= 12, "\n".join(real)


@pytest.mark.parametrize("seed", [7])
def test_what_is_drawn_from_memory_equals_what_is_drawn_anew(people: People, table: Tables, seed: int) -> None:
    """A whole match, move by move: pages that follow it and pages that are opened afresh show the same bytes."""
    match, dice = begin(people, table, "grace", host_begins=True), Random(seed)
    watch(match.pk)
    viewers = (0, 1, None)
    for viewer in viewers:
        draw(match, viewer, "en")
    while match.read_state().phase != OVER:
        state = match.read_state()
        answer = move_of(state.edition, state.phase, dice.choice(options(state)))
        play_move(match_id=match.pk, seat=state.turn, move=answer, number=match.number + 1)
        match = Match.objects.get(pk=match.pk)
        settled = hubs_of.read_match(match.pk, match.number, match.version)
        warm = [as_swaps(draw(settled, viewer, "en")) for viewer in viewers]
        if match.number % 7 == 0 or match.status == Match.Status.FINISHED:
            caches = (table_cache, part_cache)
            kept = [(cache.young, cache.old) for cache in caches]
            for cache in caches:
                cache.clear()
            assert [as_swaps(draw(match, viewer, "en")) for viewer in viewers] == warm
            for cache, generations in zip(caches, kept, strict=True):
                cache.young, cache.old = generations
    stop_watching(match.pk)


async def test_what_the_bus_lost_is_found_by_looking(match: Match, known: dict[str, Any]) -> None:
    with patch.object(hubs_of, "CHECKED_SECONDS", 0.1), patch("games.broadcast.tell"):
        ada = await open_browser(match, known["ada"])
        await ada.ask(0, match.version)
        await play(match, 0, Bid(3), 1)
        assert version_in(await ada.table())[0] == 1
        await ada.socket.disconnect()


async def test_a_page_that_shows_the_newest_is_answered_without_a_look(match: Match, known: dict[str, Any]) -> None:
    ada = await open_browser(match, known["ada"])
    await ada.ask(0, match.version)
    with patch("games.table.consumers.find_viewpoint", side_effect=AssertionError("nothing need be read")):
        assert await ada.ask(0, match.version) == '{"same": true}'
    await ada.socket.disconnect()


async def test_whoever_gives_up_their_seat_looks_on_from_then(match: Match, known: dict[str, Any]) -> None:
    """Anything but a move raises the version, and each page is asked anew whose it is."""
    grace = await open_browser(match, known["grace"])
    await grace.ask(0, match.version)
    await sync_to_async(concede)(match_id=match.pk, user=known["grace"])
    changed = await grace.table()
    assert version_in(changed)[1] > match.version
    await play(match, 0, Bid(3), 1)
    pushed = await grace.table()
    assert version_in(pushed)[0] == 1
    assert 'name="bid"' not in pushed
    await grace.socket.disconnect()


async def test_what_is_told_twice_or_late_is_shown_once() -> None:
    shown: list[TableVersion] = []

    class Table(Hub):
        async def _show(self, told: TableVersion) -> None:
            shown.append(told)

    hub = Table(1)
    for told in (TableVersion(1, 0), TableVersion(1, 0), TableVersion(3, 0), TableVersion(2, 0)):
        hub.hear(told)
        assert hub.work is not None
        await hub.work
    assert shown == [TableVersion(1, 0), TableVersion(3, 0)]


async def test_what_could_not_be_drawn_is_drawn_at_the_next_look() -> None:
    shown: list[TableVersion] = []

    class Table(Hub):
        tries = 0

        async def _show(self, told: TableVersion) -> None:
            self.tries += 1
            if self.tries == 1:
                raise OperationalError("the database is away")
            shown.append(told)

    hub = Table(1)
    for told in (TableVersion(1, 0), TableVersion(1, 0), TableVersion(1, 0)):
        hub.hear(told)
        assert hub.work is not None
        await hub.work
    assert shown == [TableVersion(1, 0)]


def test_nobody_is_shown_a_seat_that_is_not_theirs(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", "hedy", host_begins=True)
    pushes = draw_for(match.pk, TableVersion(match.number, match.version), wishes_of_all(match))
    asked = {wish.seat for wish, push in pushes.items() if 'name="bid"' in push.html}
    assert asked == {Seat.objects.get(match=match, number=0).number}


def wishes_of_all(match: Match) -> set[Wish]:
    """Everybody, as if they had seen nothing yet."""
    return {Wish(seat, "en", None) for seat in (*range(match.size), None)}
