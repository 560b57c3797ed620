"""Others' orders are in nothing that a viewer gets: pages, parts, pushes, lobby, letters, messages, log lines."""

import json
import logging
from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Letter
from config import task_queue
from games import broadcast
from games.engine import Bid
from games.models import Match, OrderSheet, PlayedMove
from games.orders.values import Changes, LotOrder, PlaceRule, PlacingWishes, Say
from games.play.services import clocks
from games.play.services.moves import play_move
from games.play.services.orders import give_orders, play_ordered
from games.table.log_rendering import LogPlace
from games.table.rendering import draw
from games.takeout import belongings_of
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.table.test_same_bytes import pages_of

pytestmark = pytest.mark.django_db
OTHERS = ["ada", "hedy", "", "stranger"]
ORDERED = "From an order."


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada acts first; grace, who comes next, orders; hedy and others look on."""
    return begin(people, table, "grace", "hedy", host_begins=True)


def order(match: Match, seat: int, limit: int) -> None:
    changes = Changes(1, lots={0: LotOrder(Say.LIMIT, limit)}, placing=PlacingWishes(as_director=True))
    give_orders(match_id=match.pk, seat=seat, changes=changes, number=0)
    match.refresh_from_db()


def burn_orders() -> None:
    """As if nobody had ordered anything."""
    OrderSheet.objects.all().delete()
    Match.objects.update(ai_due_at=None)
    PlayedMove.objects.update(by_order=False)


@pytest.mark.parametrize("viewer", OTHERS)
def test_whether_somebody_ordered_is_told_to_nobody_else(match, people, viewer):
    """Before their turn comes, while their order waits for its moment, and after it has answered."""
    for moment in range(3):
        order(match, 1, 5) if moment == 0 else None
        with_orders = pages_of(match, people, viewer)
        sheets, rows = list(OrderSheet.objects.all()), list(Match.objects.values("pk", "ai_due_at"))
        marks = list(PlayedMove.objects.filter(by_order=True).values_list("pk", flat=True))
        burn_orders()
        assert pages_of(match, people, viewer) == with_orders
        assert [status for status, _ in with_orders[:4]] == [200] * 4
        assert not any(ORDERED in page for _, page in with_orders)
        OrderSheet.objects.bulk_create(sheets)
        PlayedMove.objects.filter(pk__in=marks).update(by_order=True)
        for row in rows:
            Match.objects.filter(pk=row["pk"]).update(ai_due_at=row["ai_due_at"])
        if moment == 0:
            play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
        elif moment == 1:
            assert play_ordered(match_id=match.pk, number=2)


@pytest.mark.parametrize("viewer", OTHERS)
def test_how_much_somebody_ordered_is_told_to_nobody_else(match, people, viewer):
    order(match, 1, 5)
    before = pages_of(match, people, viewer)
    OrderSheet.objects.update(content={**OrderSheet.objects.get().content, "cap": 3}, number=99)
    assert pages_of(match, people, viewer) == before


@pytest.mark.parametrize(("viewer", "own"), [("ada", 0), ("", None), ("stranger", None)])
def test_which_of_the_others_have_answered_is_told_to_nobody(people, table, viewer, own):
    """Only how many have: the same number of other seats looks the same."""
    match = begin(people, table, "grace", "hedy", host_begins=True, auctions=Match.Auctions.TOGETHER)
    own_bit = 0 if own is None else 1 << own
    pages = []
    for awaited in (0b010, 0b100):
        Match.objects.update(awaited=awaited | own_bit)
        pages.append(pages_of(match, people, viewer))
    assert pages[0] == pages[1]


def test_others_are_written_to_as_if_it_had_been_done_by_hand(match, people, table):
    written = []
    for by_hand in (True, False):
        Letter.objects.all().delete()
        twin = begin(people, table, "grace", "hedy", host_begins=True)
        if not by_hand:
            order(twin, 1, 5)
        play_move(match_id=twin.pk, seat=0, move=Bid(1), number=1)
        if by_hand:
            play_move(match_id=twin.pk, seat=1, move=Bid(2), number=2)
        else:
            assert play_ordered(match_id=twin.pk, number=2)
        written.append(letters(twin, besides=people("grace")))
    assert written[0] == written[1]
    assert written[0]


def letters(match: Match, besides: Any) -> list[tuple[str, int, dict[str, Any]]]:
    rows = Letter.objects.exclude(user=besides).order_by("pk")
    assert all(f"/{match.pk}" in row.event for row in rows)
    return [(row.kind, row.user_id, {**row.about, "match": None}) for row in rows]


def test_its_owner_reads_that_it_was_by_order_and_everybody_after_the_end_where_agreed(match, people):
    order(match, 1, 5)
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    play_ordered(match_id=match.pk, number=2)
    match.refresh_from_db()
    assert ORDERED in draw(match, 1, "en").entries[LogPlace(2)]
    assert ORDERED not in draw(match, 0, "en").entries[LogPlace(2)]
    for shown in (False, True):
        match.status, match.orders_shown = Match.Status.FINISHED, shown
        match.version += 1
        assert (ORDERED in draw(match, 0, "en").entries[LogPlace(2)]) == shown


CANARY = "canary-4711"


@pytest.mark.django_db(transaction=True)
def test_no_canary_leaves_by_messages_log_lines_or_rows(match, people, monkeypatch, caplog):
    """A wish that names what nobody else names: it is in its own table and in what its owner takes out, only there."""
    sent: list[str] = []
    monkeypatch.setattr(broadcast, "tell_each", lambda groups, message: sent.append(f"{groups} {message}"))
    monkeypatch.setattr(task_queue, "enqueue", lambda *args, **kwargs: sent.append(f"{args} {kwargs}"))
    monkeypatch.setattr(broadcast, "enqueue", lambda *args, **kwargs: sent.append(f"{args} {kwargs}"))
    edition = match.edition
    canary, title = edition.tiles[edition.bag[-1]].id, edition.screenplays[match.read_state().screenplays[1][0]].id
    changes = Changes(1, lots={0: LotOrder(Say.LIMIT, 7, places=(PlaceRule(canary, title),))})
    with caplog.at_level(logging.DEBUG), CaptureQueriesContext(connection) as queries:
        give_orders(match_id=match.pk, seat=1, changes=changes, number=0, key=CANARY)
        play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
        play_ordered(match_id=match.pk, number=2)
    assert sent
    assert not any(canary in message or CANARY in message for message in sent)
    ours = [record.getMessage() for record in caplog.records if record.name.partition(".")[0] in ("games", "config")]
    assert not any(canary in line for line in ours)
    writing = [query["sql"] for query in queries.captured_queries if CANARY in query["sql"]]
    assert writing
    assert all("games_ordersheet" in sql for sql in writing)
    stored = json.dumps(list(Match.objects.values_list("state", "opening")), default=str)
    stored += json.dumps(list(PlayedMove.objects.values_list("entry", "events", "key", "why")))
    assert CANARY not in stored
    assert canary in json.dumps(belongings_of(people("grace")))
    assert canary not in json.dumps(belongings_of(people("ada")))


def test_orders_are_in_no_admin():
    assert OrderSheet not in admin.site._registry
    assert "by_order" not in admin.site._registry[PlayedMove].fields
    assert "awaited" not in str(getattr(admin.site._registry[Match], "fields", ""))


@pytest.mark.parametrize("limit", [1, 4, 12])
def test_an_order_comes_at_a_moment_drawn_as_that_of_a_forced_answer(people, table, monkeypatch, settings, limit):
    """Whatever was ordered: the same dice give the same moment, also where nothing else was possible."""
    settings.FORCED_PAUSE_SECONDS = [2.0, 4.0]
    moments = []
    for forced in (False, True):
        match = begin(people, table, "grace", "hedy", host_begins=True)
        if not forced:
            changes = Changes(1, lots={0: LotOrder(Say.LIMIT, limit)})
            give_orders(match_id=match.pk, seat=1, changes=changes, number=0)
        monkeypatch.setattr(clocks, "_chance", Random(7))
        play_move(match_id=match.pk, seat=0, move=Bid(12 if forced else 0), number=1)
        match.refresh_from_db()
        moments.append(match.ai_due_at - match.asked_at)
    assert abs(moments[0].total_seconds() - moments[1].total_seconds()) < 0.5
    assert 2 <= moments[0].total_seconds() <= 4.5


def test_a_pass_by_order_is_stored_like_one_by_hand(match):
    give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder(Say.PASS)}), number=0)
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    play_ordered(match_id=match.pk, number=2)
    entry = PlayedMove.objects.get(match=match, number=2)
    assert (entry.entry, entry.key, entry.by_ai, entry.why) == ([1, "pass"], "", False, None)
