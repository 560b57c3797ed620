"""Others' orders on every way out: headers and sizes, API, bell, lists, admin, sockets, mails and pushes."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.mail.services import deliver_due
from accounts.models import Letter, User, Webhook
from accounts.notices import web_push
from accounts.notices.services import add_device, add_webhook
from games.engine import Bid
from games.models import Match, OrderSheet, PlayedMove
from games.orders.values import Changes, LotOrder, PlacingWishes, Say
from games.play.services.moves import play_move
from games.play.services.orders import give_orders, play_ordered, revoke_orders
from games.render_cache import part_cache, table_cache
from tests.accounts.notices.test_web_push import Phone
from tests.games.api.conftest import Programs, program
from tests.games.conftest import People, Tables
from tests.games.matches import begin, begin_quietly
from tests.games.table.test_consumers import open_browser, version_in
from tests.games.table.test_same_bytes import mask
from tests.moderation.conftest import Staff, staff
from tests.post_office import PostOffice, post_office
from tests.receiver import Receiver, receiver

__all__ = ["post_office", "program", "receiver", "staff"]
pytestmark = pytest.mark.django_db
# Everything besides the table's own page that speaks of a match or of who plays there.
PAGES = (
    "/tables/{}/",
    "/tables/{}/log/99/",
    "/tables/{}/replay/",
    "/tables/{}/terms/",
    "/tables/{}/talk/",
    "/tables/{}/record/",
    "/tables/{}/check/",
    "/tables/{}/card.png",
    "/tables/{}/orders/",
    "/lobby/own/",
    "/notices/",
    "/notices/bell/",
    "/history/mine/",
    "/people/grace/",
)
# What differs from request to request.
FLEETING = ("Set-Cookie", "Expires", "Date")


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada acts first; grace, who comes next, orders; hedy and others look on."""
    return begin(people, table, "grace", "hedy", host_begins=True)


def order(match: Match, limit: int = 5) -> None:
    changes = Changes(1, lots={0: LotOrder(Say.LIMIT, limit)}, placing=PlacingWishes(as_director=True))
    give_orders(match_id=match.pk, seat=1, changes=changes, number=0)


def with_and_without(match: Match, look: Callable[[], Any]) -> tuple[Any, Any]:
    """What is seen as things are, and as if nobody had ordered anything; afterwards all is as before."""
    seen = look()
    sheets, due = list(OrderSheet.objects.all()), Match.objects.get(pk=match.pk).ai_due_at
    marks = list(PlayedMove.objects.filter(by_order=True).values_list("pk", flat=True))
    OrderSheet.objects.all().delete()
    Match.objects.update(ai_due_at=None)
    PlayedMove.objects.update(by_order=False)
    unordered = look()
    OrderSheet.objects.bulk_create(sheets)
    Match.objects.filter(pk=match.pk).update(ai_due_at=due)
    PlayedMove.objects.filter(pk__in=marks).update(by_order=True)
    return seen, unordered


def stages(match: Match) -> Any:
    """Before grace's turn comes, while her order waits for its moment, and after it has answered."""
    order(match)
    yield "before"
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    yield "due"
    assert play_ordered(match_id=match.pk, number=2)
    yield "played"


def look_around(match: Match, user: User | None) -> list[Any]:
    """Every page with its headers, its length and its tag."""
    table_cache.clear()
    part_cache.clear()
    match.seats.update(seen_number=0, looked_at=None)
    client = Client()
    if user:
        client.force_login(user)
    answers = [client.get(address.format(match.pk)) for address in PAGES]
    return [
        (
            answer.status_code,
            {name: value for name, value in answer.headers.items() if name not in FLEETING},
            mask(answer.content.decode(errors="replace")),
        )
        for answer in answers
    ]


@pytest.mark.parametrize("viewer", ["hedy", ""])
def test_pages_headers_and_sizes_are_the_same(match, people, viewer):
    user = people(viewer) if viewer else None
    for stage in stages(match):
        seen, unordered = with_and_without(match, lambda: look_around(match, user))
        assert seen == unordered, stage


@pytest.mark.parametrize("viewer", ["hedy", "stranger"])
def test_the_api_answers_the_same(match, program: Programs, viewer):
    reader = program(viewer)

    def ask() -> list[Any]:
        lists = ("tables", "tables?mine=true", "tables?my_turn=true")
        answers = [reader.get(path) for path in (f"tables/{match.pk}", f"tables/{match.pk}?since=0", *lists)]
        return [(answer.status_code, answer.content, {**answer.headers}) for answer in answers]

    for stage in stages(match):
        seen, unordered = with_and_without(match, ask)
        assert seen == unordered, stage
        assert seen[0][0] == 200


def test_moderators_see_nothing_of_it_without_asking_and_saying_why(match, staff: Staff):
    client = Client()
    client.force_login(staff("moderator"))

    def look() -> list[Any]:
        addresses = (f"/admin/games/match/{match.pk}/change/", "/admin/games/match/", "/admin/games/playedmove/")
        answers = [client.get(address) for address in addresses]
        return [(answer.status_code, mask(answer.content.decode())) for answer in answers]

    for stage in stages(match):
        seen, unordered = with_and_without(match, look)
        assert seen == unordered, stage
        assert seen[0][0] == 200


@pytest.mark.django_db(transaction=True)
async def test_an_edit_sends_nothing_to_anybody_else(match, people):
    hedy, stranger = [await open_browser(match, await sync_to_async(people)(name)) for name in ("hedy", "stranger")]
    for browser in (hedy, stranger):
        await browser.ask(0, match.version)
    await sync_to_async(order)(match)
    await sync_to_async(revoke_orders)(match_id=match.pk, seat=1, number=1)
    # Had the edits sent anything about the table, it would come before the move.
    await sync_to_async(play_move)(match_id=match.pk, seat=0, move=Bid(1), number=1)
    for browser in (hedy, stranger):
        assert version_in(await browser.table()) == (1, match.version)
        await browser.socket.disconnect()


@pytest.mark.parametrize("by_order", [False, True])
def test_mails_pushes_and_webhooks_of_the_others_are_the_same(
    people, table, post_office: PostOffice, receiver: Receiver, settings, by_order
):
    """Hedy is told of her turn in the same words, whether grace bid by hand or by an order that goes on."""
    settings.TURN_MAIL_SECONDS, settings.VAPID_PRIVATE_KEY = 0, web_push.make_key()
    hedy, phone = people("hedy"), Phone()
    add_device(user=hedy, endpoint=receiver.url, user_agent="", **phone.keys())
    add_webhook(user=hedy, style=Webhook.Style.JSON, url=receiver.url)
    match = begin_quietly(people, table, "grace", "hedy", host_begins=True, title="Bytes")
    if by_order:
        order(match, limit=2)
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    if by_order:
        assert play_ordered(match_id=match.pk, number=2)
    else:
        play_move(match_id=match.pk, seat=1, move=Bid(2), number=2)
    Letter.objects.exclude(user=hedy).delete()
    assert deliver_due() == 1
    push, hook = receiver.requests
    mail = post_office.mails[-1]
    assert mail["Subject"].strip() == "Your turn at “Bytes”: Bid or pass"
    words = f"{mail.get_body(('plain',)).get_content()} {phone.read(push.body)} {hook.body.decode()}"
    assert "grace leads with $2M" in words
    assert "order" not in words.replace("border", "").lower()
