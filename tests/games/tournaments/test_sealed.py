"""Tables that play the same deal are seen by nobody else before the last one is over: every address is walked."""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.api_tokens.services import make_token
from accounts.models import User
from config.asgi import application
from games.history.timeline import CannotReplay, timeline_of_match
from games.models import Match, MatchAnalysis, Tournament
from games.moderation.admin.secrets import read_secrets
from games.play.services.agreements import TournamentGoesOn, propose
from games.talk.services import say
from games.tournaments.services.hosting import call_off
from tests.games.conftest import People
from tests.games.matches import finish
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, matches_of

pytestmark = pytest.mark.django_db
STRANGERS = ("", "somebody", "host", "other", "moderator")
# What answers about no table in particular, and what is another's token.
NOT_WALKED = {"api-1:stream"}


class Deal:
    """A round of a duplicate with one table over and one in play."""

    def __init__(self, made: Tournament, over: Match, playing: Match) -> None:
        self.tournament, self.over, self.playing = made, over, playing

    def player(self, match: Match) -> User:
        seat = match.seats.exclude(user=None).select_related("user").first()
        assert seat is not None
        assert seat.user is not None
        return seat.user


@pytest.fixture
def deal(tournament: Tournaments) -> Deal:
    made = tournament(entrants=8, form=Tournament.Form.DUPLICATE, rounds=2)
    first = begin(made)
    finish_round(first, but=1)
    over, playing = matches_of(first)
    assert (over.status, playing.status) == ("finished", "running")
    return Deal(made, over, playing)


def browser(who: str, deal: Deal, people: People) -> Client:
    """A stranger, somebody, the host, a player of the other table, a moderator."""
    client = Client()
    if who:
        user = deal.player(deal.playing) if who == "other" else people(who)
        if who == "moderator":
            User.objects.filter(pk=user.pk).update(is_staff=True)
            user.groups.set([Group.objects.get(name="moderator")])
        client.force_login(user)
    return client


def patterns(resolver: URLResolver, prefix: str = "", space: str = "") -> Iterator[tuple[str, list[str], str]]:
    """Every address of the site: its route and what it asks for."""
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = pattern.namespace or space
            yield from patterns(pattern, route, inner or "")
        elif isinstance(pattern, URLPattern) and pattern.name:
            name = f"{space}:{pattern.name}" if space else pattern.name
            yield route, list(pattern.pattern.converters), name


def addresses_at(match: Match) -> list[str]:
    """Every address that is about one table."""
    found = []
    for route, asks, _name in patterns(get_resolver()):
        if route.startswith("tables/") and asks and asks[0] == "pk":
            path = route.replace("<int:pk>", str(match.pk))
            found.append("/" + path.replace("<int:number>", "3").replace("<int:before>", "5"))
    assert len(found) > 30
    return [path for path in found if "<" not in path]


def pages() -> list[str]:
    """Every address that asks for nothing: lists, feeds, files."""
    rooms = ("lobby", "history", "rankings", "tournaments", "notices", "records", "watch", "invitations")
    return ["/"] + [
        f"/{route}"
        for route, asks, name in patterns(get_resolver())
        if not asks and route.startswith(rooms) and "(" not in route and name not in NOT_WALKED
    ]


def text_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if getattr(answer, "streaming", False) and not answer.is_async else None
    if body is None and getattr(answer, "streaming", False):
        body = async_to_sync(_gather)(answer)
    return (answer.content if body is None else body).decode()


async def _gather(answer: Any) -> bytes:
    return b"".join([part async for part in answer.streaming_content])


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("which", ["over", "playing"])
def test_no_address_of_a_sealed_table_answers_anybody_else(deal: Deal, people: People, who: str, which: str) -> None:
    match = deal.over if who == "other" else getattr(deal, which)
    client = browser(who, deal, people)
    token = f"?token={match.invite_token}"
    for path in addresses_at(match):
        for address in (path, path + token):
            answer = client.get(address)
            assert answer.status_code in (302, 404, 405), address
            if answer.status_code == 302:
                assert client.get(answer.headers["Location"]).status_code in (200, 302, 404)
                assert client.get(match.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("who", STRANGERS)
def test_no_list_and_no_file_names_a_sealed_table(deal: Deal, people: People, who: str) -> None:
    client = browser(who, deal, people)
    secret = bytes(deal.over.secret).hex()
    names = [f"/people/{user.username}/" for user in (deal.player(deal.over), deal.player(deal.playing))]
    for page in (
        *pages(),
        *names,
        f"/tournaments/{deal.tournament.pk}/",
        f"/tournaments/{deal.tournament.pk}/rounds/1/",
    ):
        text = text_of(client.get(page))
        assert f"/tables/{deal.over.pk}/" not in text, page
        assert secret not in text, page
        if who != "other":
            assert f"/tables/{deal.playing.pk}/" not in text, page


def test_the_api_knows_no_sealed_table_of_others(deal: Deal) -> None:
    user = deal.player(deal.playing)
    headers = {"Authorization": f"Bearer {make_token(user=user, name='test', scopes=('read', 'play', 'tables'))}"}
    client = Client()
    for end in ("", "/record"):
        assert client.get(f"/api/v1/tables/{deal.over.pk}{end}", headers=headers).status_code == 404
    listed = client.get("/api/v1/tables", headers=headers).json()["tables"]
    assert deal.over.pk not in [row["id"] for row in listed]


@pytest.mark.django_db(transaction=True)
def test_no_socket_opens_at_a_sealed_table_of_others(deal: Deal, people: People) -> None:
    cookies = {}
    for who in ("", "host", "other"):
        client = browser(who, deal, people)
        cookies[who] = client.cookies[site.SESSION_COOKIE_NAME].value if who else ""
    for kind in ("tables", "waiting"):
        for cookie in cookies.values():
            assert async_to_sync(_opens)(f"/ws/{kind}/{deal.over.pk}/?language=en", cookie) is False


async def _opens(path: str, cookie: str) -> bool:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", f"sessionid={cookie}".encode())]
    socket = WebsocketCommunicator(application, path, headers=headers)
    opened, _code = await socket.connect()
    await socket.disconnect()
    return bool(opened)


def test_its_own_players_see_the_end_but_neither_replay_nor_record_nor_deal(deal: Deal) -> None:
    client, match = Client(), deal.over
    client.force_login(deal.player(match))
    at = f"/tables/{match.pk}/"
    secret = bytes(match.secret).hex()
    assert client.get(at).status_code == 200
    assert client.get(f"{at}replay/3/").headers["Location"] == at
    assert client.get(f"{at}record/").status_code == 404
    assert client.get(f"{at}card/").status_code == 404
    for page in (at, f"{at}check/", "/history/mine/export/"):
        assert secret not in text_of(client.get(page))
    assert text_of(client.get("/history/mine/export/")) == ""


def test_its_own_players_programs_get_no_record(deal: Deal) -> None:
    user = deal.player(deal.over)
    headers = {"Authorization": f"Bearer {make_token(user=user, name='test', scopes=('read',))}"}
    assert Client().get(f"/api/v1/tables/{deal.over.pk}/record", headers=headers).status_code == 409


def test_no_program_plays_it_again(deal: Deal) -> None:
    with pytest.raises(CannotReplay):
        timeline_of_match(deal.over)


def test_a_moderator_who_plays_the_same_deal_reads_no_secrets_of_it(deal: Deal) -> None:
    for match in (deal.over, deal.playing):
        with pytest.raises(PermissionDenied):
            read_secrets(actor=deal.player(deal.playing), match=match, why="curious")


def test_what_is_said_there_is_told_to_nobody_elsewhere(deal: Deal) -> None:
    elsewhere, speaker = deal.player(deal.playing), deal.player(deal.over)
    say(match=deal.over, user=speaker, text=f"@{elsewhere.username} the legend comes third")
    assert not elsewhere.letters.filter(kind="games.mention").exists()


def test_the_last_table_opens_all_of_them(deal: Deal) -> None:
    finish(deal.playing)
    finish_round(deal.over.tournament_table.round)
    stranger = Client()
    for match in (deal.over, deal.playing):
        assert stranger.get(f"/tables/{match.pk}/").status_code == 200
        assert stranger.get(f"/tables/{match.pk}/record/").status_code == 200
        assert bytes(match.secret).hex() in stranger.get(f"/tables/{match.pk}/check/").content.decode()
    assert f"/tables/{deal.over.pk}/" in stranger.get("/history/").content.decode()


def test_calling_the_tournament_off_opens_them_too(deal: Deal, people: People) -> None:
    call_off(actor=people("host"), pk=deal.tournament.pk)
    assert Client().get(f"/tables/{deal.over.pk}/").status_code == 200


def test_every_table_of_a_round_is_dealt_the_same(deal: Deal) -> None:
    over, playing = (match.read_state().setup for match in (deal.over, deal.playing))
    assert (over.deal, over.studios, over.first) == (playing.deal, playing.studios, playing.first)
    assert deal.over.commitment == deal.playing.commitment


def test_a_tournament_match_is_neither_paused_nor_called_off_by_agreement(deal: Deal) -> None:
    for kind in ("pause_asked", "end_asked"):
        with pytest.raises(TournamentGoesOn):
            propose(match_id=deal.playing.pk, user=deal.player(deal.playing), kind=kind)


def test_its_own_players_cannot_have_it_analysed_while_others_play_the_deal(deal):
    client = Client()
    client.force_login(deal.player(deal.over))
    assert client.post(f"/tables/{deal.over.pk}/analysis/ask/").status_code == 404
    assert not MatchAnalysis.objects.exists()
