"""Who looks has seen: by a page in front, not by one behind others; and the way to the next table comes by itself."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.template.loader import get_template

from games.models import Match, Seat, TableEvent
from games.table.forms import read_looking
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act
from tests.games.table.test_consumers import Browser, open_browser


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", host_begins=True)


async def say(browser: Browser, match: Match, **said: object) -> str:
    await browser.socket.send_to(json.dumps({"number": match.number, "version": match.version, **said}))
    return await browser.table()


@pytest.mark.django_db(transaction=True)
async def test_a_page_in_front_is_looked_at_and_one_behind_is_not(match, people):
    grace = await sync_to_async(people)("grace")
    browser = await open_browser(match, grace)
    await sync_to_async(act)(match)
    await browser.table()
    await say(browser, match, looking=False)
    seat = await Seat.objects.aget(match=match, user=grace)
    assert (seat.seen_number, seat.looked_at) == (0, None)
    await say(browser, match, looking=True)
    await seat.arefresh_from_db()
    assert seat.seen_number == match.number == 1
    assert seat.looked_at is not None
    await browser.socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_table_that_begins_to_wait_elsewhere_is_told_of_here(match, people, table):
    grace = await sync_to_async(people)("grace")
    browser = await open_browser(match, grace)
    assert json.loads(await say(browser, match)) == {"same": True}
    other = await sync_to_async(begin)(people, table, "ada", host="grace", host_begins=True, title="Matinee")
    await browser.socket.send_to(json.dumps({"number": match.number, "version": match.version}))
    news = ""
    while "next-table" not in news:
        news = await browser.socket.receive_from(timeout=10)
    assert "Next: Matinee" in news
    assert f"/tables/{other.pk}/#actions" in news
    await browser.socket.disconnect()


@pytest.mark.parametrize("message", ["", "{", "[]", "{}", '{"looking": 1}', '{"looking": "true"}', "[" * 1_000])
def test_only_who_says_so_looks(message):
    assert not read_looking(message)


@pytest.mark.parametrize("kind", TableEvent.Kind.values)
def test_every_kind_of_event_has_a_sentence(kind):
    assert get_template(f"games/table_events/{kind}.html")
