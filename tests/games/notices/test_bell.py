"""The bell: what waits and what happened, counted by one query, read by a post, told to every open page."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.mail.services import deliver_due
from accounts.models import Letter, User
from config.urls import websocket_urlpatterns
from games.lobby.services.invitations import decline_invitation
from games.lobby.services.seating import join_table
from games.models import Match
from games.notices.selectors import bell_of, count_for
from games.notices.services import mark_read
from games.talk.presence import look
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.matches import SLOW, begin
from tests.games.play.test_clocks import act
from tests.games.sockets import all_told

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked first."""
    return begin(people, table, "grace", host_begins=True, title="Friday night")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words_for(user: User) -> list[str]:
    return [one.words for one in bell_of(user).news]


def test_it_counts_what_waits_and_what_is_unread(match, people, table) -> None:
    ada, grace = people("ada"), people("grace")
    assert [row.name for row in bell_of(ada).waiting] == ["Friday night"]
    assert words_for(ada) == words_for(grace) == ["“Friday night” has started"]
    assert (count_for(ada), count_for(grace)) == (2, 1)
    act(match)
    assert (count_for(ada), count_for(grace)) == (1, 2)
    table("hedy", title="Matinee", size=3, invited=(ada,))
    assert words_for(ada) == ["hedy invites you to “Matinee”", "“Friday night” has started"]
    assert count_for(ada) == 2


def test_at_a_table_the_bell_tells_of_elsewhere(match, people, table) -> None:
    ada = people("ada")
    begin(people, table, "ada", host="hedy", host_begins=True, title="Elsewhere")
    assert count_for(ada) == 3
    assert count_for(ada, besides=match.pk) == 1
    page = browser(ada).get(match.get_absolute_url()).content.decode()
    assert f'data-bell="/notices/bell/?at={match.pk}"' in page
    below = browser(ada).get(f"/notices/bell/?at={match.pk}").content.decode()
    assert 'data-bell-count="1"' in below


def test_everything_that_happens_has_its_sentence(match, people, table) -> None:
    ada, grace = people("ada"), people("grace")
    say(match=match, user=ada, text="@grace?")
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(days=1))
    Letter.objects.create(user=grace, kind="games.stood_in", event="s", about={"match": match.pk, "time_outs": 1})
    Letter.objects.create(user=grace, kind="games.taken_over", event="t", about={"match": match.pk})
    Letter.objects.create(user=grace, kind="games.called_off", event="c", about={"match": match.pk, "why": "host"})
    Letter.objects.create(user=grace, kind="games.ended", event="e", about={"match": match.pk})
    Letter.objects.create(user=grace, kind="games.ended", event="gone", about={"match": 10**6})
    assert words_for(grace) == [
        "“Friday night” is over",
        "“Friday night” was called off",
        "Your seat at “Friday night” has gone to the AI",
        "The AI plays for you at “Friday night”",
        "ada mentions you at “Friday night”",
        "“Friday night” has started",
    ]


def test_the_page_needs_no_script_and_looking_alone_reads_nothing(match, people) -> None:
    ada, client = people("ada"), browser(people("ada"))
    page = client.get("/notices/").content.decode()
    assert "Friday night" in page
    assert "“Friday night” has started" in page
    assert 'action="/notices/read/"' in page
    client.get("/notices/bell/")
    assert count_for(ada) == 2
    until = bell_of(ada).until
    assert client.post("/notices/read/", {"until": until}).headers["Location"] == "/notices/"
    assert count_for(ada) == 1  # the table still waits
    assert 'action="/notices/read/"' in client.get("/notices/").content.decode()
    act(match)
    assert 'action="/notices/read/"' not in client.get("/notices/").content.decode()


def test_what_came_after_one_looked_stays_unread(match, people, table) -> None:
    grace = people("grace")
    until = bell_of(grace).until
    table("hedy", title="Matinee", size=3, invited=(grace,))
    mark_read(user=grace, until=until)
    assert [one.is_new for one in bell_of(grace).news] == [True, False]
    assert count_for(people("ada")) == 2  # of others nothing is read


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 30, "١"])
def test_nonsense_reads_nothing(match, people, until) -> None:
    browser(people("ada")).post("/notices/read/", {"until": until})
    assert count_for(people("ada")) == 2


def test_who_has_looked_at_the_table_need_not_read_it_under_the_bell(match, people, settings) -> None:
    look(match=match, user=people("grace"))
    Letter.objects.update(due_at=timezone.now())
    deliver_due()
    assert count_for(people("grace")) == 0


def test_an_invitation_that_was_answered_is_no_news(people, table) -> None:
    ada = people("ada")
    match = table("hedy", size=3, invited=(ada,))
    assert count_for(ada) == 1
    decline_invitation(invitation_id=match.invitations.get().pk, user=ada)
    deliver_due()
    assert count_for(ada) == 0


def test_the_bell_costs_a_page_one_query_and_a_stranger_none(match, people) -> None:
    ada = browser(people("ada"))
    ada.get("/rules/")
    asked = {who: queries_of(client, "/rules/") for who, client in (("ada", ada), ("stranger", Client()))}
    assert len([sql for sql in asked["ada"] if "accounts_letter" in sql]) == 1
    assert [sql for sql in asked["stranger"] if "accounts_letter" in sql or "games_seat" in sql] == []
    assert [sql for sql in queries_of(ada, "/lobby/own/") if "accounts_letter" in sql] == []  # a part has no bell


def queries_of(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    return [query["sql"] for query in captured]


def test_the_count_is_found_by_an_index(people) -> None:
    with CaptureQueriesContext(connection) as captured:
        count_for(people("ada"))
    [sql] = [query["sql"] for query in captured if "accounts_letter" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        plan = " ".join(str(row) for row in cursor.fetchall())
    assert "letter_unread" in plan
    assert "SCAN" not in plan


def test_the_page_costs_as_much_for_many_as_for_one(match, people, table) -> None:
    ada = people("ada")
    with CaptureQueriesContext(connection) as one:
        bell_of(ada)
    for number in range(4):
        table(f"hedy-{number}", size=3, invited=(ada,))
        begin(people, table, "ada", host=f"fritz-{number}", host_begins=False)
        Letter.objects.create(user=ada, kind="games.mention", event=f"m{number}", about={"match": match.pk, "line": 1})
    with CaptureQueriesContext(connection) as many:
        bell_of(ada)
    assert len(many) <= len(one) + 2  # there were neither invitations nor mentions before


def test_a_guest_has_a_bell_too(guest, people, table) -> None:
    match = table(size=2, **SLOW, host=guest, host_begins=True, title="As a guest")
    join_table(match_id=match.pk, user=people("grace"))
    page = browser(guest).get("/notices/").content.decode()
    assert "As a guest" in page


def test_every_notice_links_to_its_table_in_the_readers_language(match, people) -> None:
    grace = people("grace")
    grace.language = "de"
    grace.save()
    with translation.override("en"):  # which is the language again afterwards
        page = browser(grace).get("/notices/").content.decode()
    assert f'href="{match.get_absolute_url()}"' in page
    assert "„Friday night“" in page


async def ring(user: User, deed: Any) -> list[Any]:
    """What the bell's socket hears of a deed."""
    consumer = next(pattern for pattern in websocket_urlpatterns if pattern.name == "bell-socket").callback
    socket = WebsocketCommunicator(consumer, "/ws/bell/")
    socket.scope["user"] = user
    is_open, _ = await socket.connect()
    if not is_open:
        return ["closed"]
    await sync_to_async(deed)()
    heard = await all_told(socket, user)
    await socket.disconnect()
    return heard


@pytest.mark.django_db(transaction=True)
async def test_the_bell_rings_on_every_open_page(people: People, table: Tables) -> None:
    def prepare() -> tuple[Match, User, User]:
        return begin(people, table, "grace", host_begins=True), people("ada"), people("grace")

    match, ada, grace = await sync_to_async(prepare)()
    assert {"type": "own.changed"} in await ring(grace, lambda: act(match))
    invited = await ring(ada, lambda: table("hedy", size=3, invited=(ada,)))
    assert invited == [{"type": "own.noticed"}]
    assert await ring(ada, lambda: mark_read(user=ada, until=10**6)) == [{"type": "own.noticed"}]
    assert await ring(ada, lambda: mark_read(user=ada, until=10**6)) == []
    mentioned = await ring(grace, lambda: say(match=match, user=ada, text="@grace?"))
    assert mentioned == [{"type": "own.noticed"}]


@pytest.mark.django_db(transaction=True)
async def test_a_stranger_has_no_bell() -> None:
    assert await ring(AnonymousUser(), lambda: None) == ["closed"]
