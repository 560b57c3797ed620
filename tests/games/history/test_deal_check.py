"""The check of the deal, and the record of a match."""

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import replay
from games.history.deal_proof import prove
from games.models import Match, PlayedMove
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy")


def get(name: str, match: Match, client: Client | None = None, **more: Any) -> Any:
    return (client or Client()).get(reverse(name, args=[match.pk]), **more)


@pytest.mark.parametrize("who", ["ada", "grace", "stranger", ""])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_a_match_in_play_shows_its_promise_and_nothing_more(
    match: Match, people: People, who: str, headers: dict[str, str]
) -> None:
    client = Client()
    if who:
        client.force_login(people(who))
    shown = get("table-check", match, client, headers=headers).content.decode()
    assert match.commitment in shown
    secret, state = bytes(match.secret).hex(), match.read_state()
    assert secret not in shown
    assert secret[:16] not in shown
    edition = state.edition
    hidden = [edition.tiles[tile] for tile in (*state.setup.deal.bag, *state.setup.deal.legends)]
    assert not [tile.id for tile in hidden if tile.id in shown]
    assert not [tile.name["en"] for tile in hidden if f">{tile.name['en']}<" in shown]
    assert get("table-record", match, client).status_code == 404


def test_of_a_match_in_play_nothing_is_even_computed(match: Match) -> None:
    assert prove(match) is None


def test_after_the_end_the_secret_is_shown_and_everything_holds(match: Match) -> None:
    finish(match)
    proof = prove(match)
    assert proof is not None
    assert proof.holds
    assert [step.holds for step in proof.steps] == [True] * 7
    promised = hashlib.sha256(b"dream-factory-deal/1:" + bytes.fromhex(proof.secret)).hexdigest()
    assert promised == match.commitment
    for headers in ({}, HTMX):
        shown = get("table-check", match, headers=headers).content.decode()
        assert proof.secret in shown
        assert "The deal is the one that was promised." in shown
        assert ("<html" in shown) is not bool(headers)


@pytest.mark.parametrize("changed", ["secret", "commitment"])
def test_a_deal_that_was_not_promised_is_found_out(match: Match, changed: str) -> None:
    finish(match)
    other: Any = {"secret": bytes(32), "commitment": "0" * 64}[changed]
    Match.objects.filter(pk=match.pk).update(**{changed: other})
    match.refresh_from_db()
    proof = prove(match)
    assert proof is not None
    assert not proof.holds
    assert "The deal is not the one that was promised" in get("table-check", match).content.decode()


def test_what_people_chose_is_called_chosen(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace", studios_chosen=True, host_begins=True))
    proof = prove(match)
    assert proof is not None
    assert proof.holds
    assert [step.holds for step in proof.steps] == [True, True, True, None, None, True, True]


def test_the_record_of_a_finished_match_can_be_played_again(match: Match) -> None:
    finish(match)
    answer = get("table-record", match)
    assert answer["Content-Disposition"] == f'attachment; filename="dream-factory-match-{match.pk}.json"'
    record = answer.json()
    assert [seat["name"] for seat in record["seats"]] == ["ada", "grace", "hedy"]
    played = replay(record)
    assert (played.finished, played.proof, played.moves) == (True, True, PlayedMove.objects.count())


def test_who_may_not_see_the_table_sees_neither(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace", spectators_allowed=False))
    for name in ("table-check", "table-record"):
        assert get(name, match).status_code == 404
        member = Client()
        member.force_login(people("ada"))
        assert get(name, match, member).status_code == 200


def test_an_open_table_shows_its_promise_too(table: Tables) -> None:
    match = table()
    assert match.commitment in get("table-check", match).content.decode()
