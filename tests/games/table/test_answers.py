"""Answers over the socket: the same door as for a post, the same checks and words, and never a second move."""

import json
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions.services.sanctions import impose
from games.engine import Bid
from games.models import Match, Seat
from games.play.consumers import SESSION_OVER
from games.play.services.clocks import pause
from games.table import hub as hubs_of
from games.table.consumers import TableConsumer
from games.table.forms import SentAnswer
from tests.games.table.test_consumers import Browser, known, match, open_browser, play, version_in

__all__ = ["known", "match"]

pytestmark = pytest.mark.django_db(transaction=True)

HEADERS = {"HX-Request": "true", "X-Table-Socket": "open"}


async def sit_down(match: Match, user: User, query: str = "language=en") -> Browser:
    browser = await open_browser(match, user, query)
    await browser.ask(0, match.version)
    return browser


async def answer(browser: Browser, act: str = "move", **form: Any) -> None:
    await browser.socket.send_to(json.dumps({"post": act, "form": urlencode(form)}))


async def post(browser: Browser, match: Match, act: str = "move", **form: Any) -> int:
    said = await sync_to_async(browser.client.post)(f"/tables/{match.pk}/{act}/", form, headers=HEADERS)
    return int(said.status_code)


async def words(browser: Browser) -> str:
    """What the page is told, whatever else comes before."""
    while 'id="messages"' not in (message := await browser.socket.receive_from(timeout=10)) and (
        "#messages" not in message
    ):
        pass
    return message


async def until(browser: Browser, key: str) -> dict[str, Any]:
    """The next message of a kind."""
    while f'{{"{key}"' not in (message := await browser.socket.receive_from(timeout=10)):
        pass
    return dict(json.loads(message))


def entries(match: Match) -> list[Any]:
    return list(match.moves.order_by("number").values("number", "seat", "entry", "events", "key", "by_ai", "forced"))


async def leave(*browsers: Browser) -> None:
    for browser in browsers:
        await browser.socket.disconnect()


async def test_an_answer_is_shown_to_everybody_drawn_once(match, known):
    ada, grace, stranger = [await open_browser(match, user) for user in (known["ada"], known["grace"], None)]
    for browser in (ada, grace, stranger):
        await browser.ask(0, match.version)
    with patch.object(hubs_of, "draw_for", wraps=hubs_of.draw_for) as drawn:
        await answer(ada, number=1, key="k", bid=3)
        messages = [await browser.table() for browser in (ada, grace, stranger)]
        assert await ada.ask(1, match.version) == '{"same": true}', "and what was told meanwhile is over"
    assert [version_in(message)[0] for message in messages] == [1, 1, 1]
    assert ['name="bid"' in message for message in messages] == [False, True, False]
    assert drawn.call_count == 1
    await leave(ada, grace, stranger)


async def test_an_answer_by_socket_is_stored_as_one_by_post(match, known):
    ada = await sit_down(match, known["ada"])
    await answer(ada, number=1, key="k", bid=3)
    await ada.table()
    by_socket = await sync_to_async(entries)(match)
    seen = await sync_to_async(Seat.objects.get)(match=match, number=0)
    grace = await sit_down(match, known["grace"])
    assert await post(grace, match, number=2, key="k", bid=4) == 204
    by_post = (await sync_to_async(entries)(match))[1:]
    alike = {"number": 0, "seat": 0, "key": "k"}
    assert [{**entry, **alike, "entry": entry["entry"][1]} for entry in by_socket] == [
        {**entry, **alike, "entry": entry["entry"][1], "events": [{**entry["events"][0], **at(3, 0)}]}
        for entry in by_post
    ]
    assert seen.seen_number == 1, "whoever plays, looks"
    await leave(ada, grace)


def at(amount: int, seat: int) -> dict[str, int]:
    """What differs between two bids."""
    return {"amount": amount, "seat": seat}


@pytest.mark.parametrize("first", ["socket", "post"])
async def test_the_same_answer_by_socket_and_by_post_is_one_entry(match, known, first):
    ada = await sit_down(match, known["ada"])
    form = {"number": 1, "key": "k", "bid": 3}
    if first == "post":
        assert await post(ada, match, **form) == 204
    await answer(ada, **form)
    assert version_in(await ada.table())[0] == 1
    if first == "socket":
        assert await post(ada, match, **form) == 204
    await answer(ada, **form)
    assert await ada.ask(1, match.version) == '{"same": true}'
    assert await sync_to_async(match.moves.count)() == 1
    await leave(ada)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"number": 1, "bid": 99}, "You cannot bid"),
        ({"number": 7, "bid": 3}, "The table has moved on"),
        ({"number": 1}, "That is not a move you can make"),
        ({"number": 1, "take": "<b>nothing</b>\0"}, "In an auction you bid or pass"),
    ],
)
async def test_a_refused_answer_is_told_in_words_and_the_table_stands(match, known, form, said):
    ada = await sit_down(match, known["ada"])
    await answer(ada, key="k", **form)
    assert await until(ada, "refused") == {"refused": form["number"]}
    assert said in await words(ada)
    assert await sync_to_async(match.moves.count)() == 0
    await answer(ada, number=1, key="l", bid=3)
    assert version_in(await table_after(ada, 1))[0] == 1
    await leave(ada)


async def table_after(browser: Browser, number: int) -> str:
    """The table once it stands at a number."""
    while "same" in (message := await browser.table()) or version_in(message)[0] < number:
        pass
    return message


async def test_a_refusal_speaks_the_pages_language(match, known):
    ada = await sit_down(match, known["ada"], "language=de")
    await answer(ada, number=1, key="k", bid=99)
    assert "bieten" in await words(ada)
    await leave(ada)


async def test_nothing_is_taken_back_that_is_not_ones_own(match, known):
    ada = await sit_down(match, known["ada"])
    await answer(ada, "undo", number=1, key="k")
    assert "nothing left to take back" in await words(ada)
    await leave(ada)


async def test_a_paused_match_takes_no_answer(match, known):
    ada = await sit_down(match, known["ada"])
    await sync_to_async(pause)(match=match)
    await answer(ada, number=1, key="k", bid=3)
    assert "The match is paused" in await words(ada)
    await leave(ada)


async def test_who_only_looks_on_is_told_so(match, known, people):
    fritz = await sit_down(match, await sync_to_async(people)("fritz"))
    await answer(fritz, number=1, key="k", bid=3)
    assert "You do not sit at this table" in await words(fritz)
    assert await sync_to_async(match.moves.count)() == 0
    await leave(fritz)


MALFORMED = [
    *('{"post": 7}', '{"post": "move"}', '{"post": "move", "form": 7}', '{"post": "concede", "form": ""}'),
    *('{"post": {}, "form": "bid=3"}', '{"post": "move", "form": "bid=\\ud800"}', '{"post": null, "form": null}'),
    json.dumps({"post": "move", "form": "&".join(["a=1"] * 900)}),
]


@pytest.mark.parametrize("frame", MALFORMED)
async def test_a_malformed_answer_is_refused_in_words_and_the_socket_goes_on(match, known, frame):
    ada = await sit_down(match, known["ada"])
    await ada.socket.send_to(frame)
    assert await until(ada, "refused") == {"refused": 0}
    assert "That is not a move you can make" in await words(ada)
    assert await ada.ask(0, match.version) == '{"same": true}'
    await leave(ada)


def log_out(browser: Browser, user: User) -> None:
    browser.client.logout()


def expire(browser: Browser, user: User) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


def take_another_password(browser: Browser, user: User) -> None:
    user.set_password("something else entirely")
    user.save(update_fields=["password"])


def ban(browser: Browser, user: User) -> None:
    staff = User.objects.create(username="staff", email="staff@example.org", is_staff=True, is_superuser=True)
    impose(user=user, kind=Sanction.Kind.BAN, actor=staff, reason="a test", message="a test")


def switch_off(browser: Browser, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("deed", [log_out, expire, take_another_password, ban, switch_off])
async def test_whoever_may_no_longer_act_cannot_though_the_bus_lost_that(match, known, deed):
    ada = await sit_down(match, known["ada"])
    with patch("games.broadcast.tell"), patch("games.broadcast.tell_each"):
        await sync_to_async(deed)(ada, known["ada"])
    await answer(ada, number=1, key="k", bid=3)
    assert await ada.closed() == SESSION_OVER
    assert await sync_to_async(match.moves.count)() == 0


async def test_a_stranger_cannot_answer(match):
    stranger = await sit_down(match, None)
    await answer(stranger, number=1, key="k", bid=3)
    assert await stranger.closed() == SESSION_OVER
    assert await sync_to_async(match.moves.count)() == 0


async def test_once_an_hour_an_answer_is_to_be_posted_which_notes_the_visit(match, known):
    ada = await sit_down(match, known["ada"])
    long_ago = timezone.now() - timedelta(hours=2)
    await sync_to_async(User.objects.filter(pk=known["ada"].pk).update)(seen_at=long_ago)
    form = {"number": 1, "key": "k", "bid": 3}
    await answer(ada, **form)
    assert await until(ada, "post") == {"post": 1}
    assert await post(ada, match, **form) == 204
    await sync_to_async(known["ada"].refresh_from_db)()
    assert known["ada"].seen_at > long_ago
    await leave(ada)


async def test_what_is_played_elsewhere_while_an_answer_is_refused_is_shown(match, known):
    ada, grace = await sit_down(match, known["ada"]), await sit_down(match, known["grace"])
    with patch("games.broadcast.tell"):
        await play(match, 0, Bid(3), 1)
    await answer(ada, number=1, key="k", bid=2)
    assert version_in(await ada.table())[0] == 1
    await answer(grace, number=2, key="k", bid=4)
    assert version_in(await table_after(ada, 2))[0] == 2
    assert version_in(await table_after(grace, 2))[0] == 2
    await leave(ada, grace)


@pytest.mark.parametrize("viewers", [4, 40])
def test_an_answer_takes_ten_queries_however_many_look_on(match, known, viewers):
    """Session and person; the door's six, what was seen among them; orders: all are drawn from what was stored."""
    from tests.games.table.test_hub import wishes

    browser = Browser(match, known["ada"])
    hubs_of.watch(match.pk)
    looked = wishes(match, viewers)
    hubs_of.draw_for(match.pk, hubs_of.TableVersion(match.number, match.version), looked)
    consumer = TableConsumer()
    consumer.match_id, consumer.language, consumer.seat = match.pk, "en", 0
    consumer.scope = {"user": known["ada"], "session": browser.client.session}
    sent = SentAnswer("move", QueryDict("number=1&key=k&bid=3"))
    with CaptureQueriesContext(connection) as captured:
        pushes = hubs_of.play_and_draw(match.pk, lambda: consumer.play(sent), looked)
    hubs_of.stop_watching(match.pk)
    assert len(pushes) == len(looked)
    real = [query["sql"] for query in captured if not query["sql"].startswith(("BEGIN", "COMMIT"))]
    assert len(real) <= 10, "\n".join(real)
