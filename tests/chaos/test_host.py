"""So many matches are opened as are meant, at most so many at once, and a few more where nobody would play."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.chaos import host as hosting
from tests.chaos.client import Page
from tests.chaos.host import Host, Share
from tests.chaos.journal import Journal
from tests.chaos.visitor import Visitor, Witness


def open_all(share: Share, playing: int, done: float) -> int:
    """Open as long as there is room, while so many stay in play."""
    while share.has_room(playing, done) and share.opened < 1000:
        share.opened += 1
    return share.opened


def test_as_many_are_opened_as_are_meant_and_no_more() -> None:
    share = Share(250, at_once=20)
    assert [open_all(share, 10, done) for done in (0.0, 0.1, 0.5, 1.0)] == [20, 25, 125, 250]


def test_no_more_are_in_play_than_may_be_at_once() -> None:
    assert not Share(250, at_once=20).has_room(20, 1.0)


def test_one_more_is_opened_where_hardly_any_is_in_play() -> None:
    share = Share(20, at_once=10, opened=20)
    assert [share.has_room(playing, 1.0) for playing in range(4)] == [True, True, False, False]


@pytest.mark.parametrize("matches", [1, 6, 20, 40, 500])
def test_clients_and_machines_share_all_matches(matches: int) -> None:
    journal = Journal()
    host = Host(matches, [1, 2], Random(1), journal, Visitor([1, 2], Witness()))
    assert host.clients.all + host.machines.all == matches
    assert host.clients.at_once + host.machines.at_once <= hosting.TABLES_AT_ONCE


def test_a_page_is_closed_once_it_shows_an_end_that_is_long_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not show it stays open: in the evening it is missed."""
    journal = Journal()
    host = Host(6, [1, 2], Random(1), journal, Visitor([1, 2], Witness()))
    host.pages = [Page(None, match, [1], journal, number, 0) for match, number in ((1, 90), (2, 80), (3, 70))]

    def over(question: Any, matches: set[int], seconds: float) -> dict[int, tuple[int, int]]:
        assert matches == {1, 2, 3}
        return {1: (90, 0), 2: (81, 0)}

    async def look_once() -> None:
        looking = asyncio.create_task(host.close_pages())
        while not any(page.is_closed for page in host.pages):
            await asyncio.sleep(0)
        looking.cancel()

    monkeypatch.setattr(hosting, "ask_database", over)
    monkeypatch.setattr(hosting, "CLOSED_EVERY", 0.0)
    asyncio.run(look_once())
    assert [page.match for page in host.open_pages] == [2, 3]
