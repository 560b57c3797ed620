"""The calls of the API, each as its contract has it."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import ApiToken, User
from accounts.sanctions.services.sanctions import impose
from games.api import access
from games.engine import replay
from games.models import Match
from tests.games.api.conftest import Program, Programs
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def problem(answer: Any, status: int) -> dict[str, Any]:
    """Read an error in the one form that errors have."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail"} <= set(told)
    assert told["status"] == status
    return told


def two_people(program: Programs) -> tuple[Program, Program, int]:
    """A match of two programs that one of them opened."""
    ada, grace = program("ada"), program("grace")
    opened = ada.post("tables", {"seats": 2})
    assert (opened.status_code, opened.json()["status"]) == (201, "open")
    pk = opened.json()["id"]
    assert grace.post(f"tables/{pk}/join").json()["status"] == "running"
    return ada, grace, pk


def acting(pk: int, *programs: Program) -> tuple[Program, dict[str, Any]]:
    """Find who is to move, and the table as they see it."""
    tables = [(one, one.get(f"tables/{pk}").json()) for one in programs]
    return next((one, table) for one, table in tables if table["my_turn"])


def test_me_tells_whose_token_it_is(program: Programs) -> None:
    answer = program(scopes=("read", "play")).get("me")
    assert answer.json() == {"name": "ada", "is_bot": False, "scopes": ["read", "play"], "ratings": {}}


def test_nobody_comes_in_without_a_good_token(program: Programs, people: People) -> None:
    for token in ("", "wrong", "df_" + "a" * 43):
        problem(Program(token).get("me"), 401)
    ada = program()
    ApiToken.objects.update(revoked_at="2026-01-01T00:00Z")
    problem(ada.get("me"), 401)


def test_a_cookie_opens_nothing_under_the_api(people: People, client: Client) -> None:
    client.force_login(people("ada"))
    problem(client.get("/api/v1/me"), 401)


@pytest.mark.parametrize(
    ("scopes", "path", "is_post"),
    [(("read",), "tables", True), (("read", "tables"), "tables/1/moves", True), (("play",), "me", False)],
)
def test_a_token_does_only_what_it_was_made_for(
    program: Programs, scopes: tuple[str, ...], path: str, is_post: bool
) -> None:
    ada = program(scopes=scopes)
    body = {"number": 1, "move": ["pass"]} if path.endswith("moves") else {}
    assert problem(ada.post(path, body) if is_post else ada.get(path), 403)["type"] == "scope"


def test_whoever_is_banned_is_refused(program: Programs, people: People) -> None:
    ada = program()
    staff = User.objects.create_superuser("staff")
    impose(actor=staff, user=people("ada"), kind="ban", reason="r", message="m")
    problem(ada.get("me"), 403)


def test_a_table_of_two_begins_when_both_are_there_and_is_told_as_the_contract_has_it(program: Programs) -> None:
    ada, grace, pk = two_people(program)
    one, table = acting(pk, ada, grace)
    view = table["view"]
    assert (table["status"], table["number"], view["phase"], view["bid"]) == ("running", 0, "auction", None)
    assert [(seat["name"], seat["kind"], seat["level"]) for seat in table["seats"]] == [
        ("ada", "person", None),
        ("grace", "person", None),
    ]
    assert table["legal"][:2] == [["pass"], ["bid", 0]]
    assert len(view["markers_left"]) == 30
    assert [place["tiles"] is None for place in view["locations"]].count(True) >= 1  # parties lie face down
    assert all(set(paper) == {"id", "spaces", "complete", "total", "marker"} for paper in view["screenplays"][0])
    waiting = (grace if one is ada else ada).get(f"tables/{pk}").json()
    assert (waiting["legal"], waiting["my_turn"]) == ([], False)


def test_a_move_is_made_once_for_a_key_and_told_with_its_events(program: Programs) -> None:
    ada, grace, pk = two_people(program)
    one, table = acting(pk, ada, grace)
    wanted = {"number": 1, "move": ["bid", 2], "key": "first"}
    answer = one.post(f"tables/{pk}/moves", wanted)
    assert (answer.status_code, answer.json()["number"], answer.json()["view"]["bid"]) == (200, 1, 2)
    again = one.post(f"tables/{pk}/moves", wanted)
    assert (again.status_code, again.json()["number"]) == (200, 1)
    seat = table["my_seat"]
    told = {"number": 1, "seat": seat, "move": ["bid", 2]}
    assert again.json()["log"] == [{**told, "events": [{"kind": "bid_made", "seat": seat, "amount": 2}]}]
    assert one.get(f"tables/{pk}?since=1").json()["log"] == []


def test_a_move_is_refused_by_the_rule_it_breaks_the_turn_or_its_number(program: Programs) -> None:
    ada, grace, pk = two_people(program)
    one, _ = acting(pk, ada, grace)
    other = grace if one is ada else ada
    refused = problem(one.post(f"tables/{pk}/moves", {"number": 1, "move": ["bid", 99]}), 422)
    assert refused["rule"] == "auction.purse"
    assert problem(one.post(f"tables/{pk}/moves", {"number": 1, "move": ["dance"]}), 422)["rule"] == "move.form"
    assert problem(other.post(f"tables/{pk}/moves", {"number": 1, "move": ["pass"]}), 403)["rule"] == "turn"
    stale = problem(one.post(f"tables/{pk}/moves", {"number": 7, "move": ["pass"]}), 409)
    assert (stale["type"], stale["table"]["number"]) == ("stale", 0)
    problem(one.post(f"tables/{pk}/moves", {"number": "1", "move": ["pass"]}), 422)
    problem(one.post(f"tables/{pk}/moves", {"number": 1, "move": ["pass"], "seat": 1}), 422)


def test_what_one_may_not_see_is_not_there(program: Programs, people: People, table: Tables) -> None:
    hidden = table("grace", visibility="invited")
    problem(program().get(f"tables/{hidden.pk}"), 404)
    problem(program().get("tables/999999999999999999999"), 404)
    problem(program().post(f"tables/{hidden.pk}/join"), 404)
    problem(program().get("nothing/here"), 404)


def test_a_full_or_begun_table_cannot_be_joined(program: Programs) -> None:
    _ada, _grace, pk = two_people(program)
    problem(program("hedy").post(f"tables/{pk}/join"), 409)


def test_unknown_editions_levels_and_names_are_refused(program: Programs) -> None:
    ada = program()
    for wrong in ({"edition": "no"}, {"ai": ["genius"]}, {"seats": 6}, {"seats": 2, "ai": ["director"] * 3}, {"x": 1}):
        problem(ada.post("tables", wrong), 422)
    assert not Match.objects.exists()


def test_my_tables_and_those_where_it_is_my_turn(program: Programs) -> None:
    ada, grace, pk = two_people(program)
    one, _ = acting(pk, ada, grace)
    other = grace if one is ada else ada
    assert [table["id"] for table in other.get("tables?mine=1").json()["tables"]] == [pk]
    assert other.get("tables?mine=1&my_turn=1").json() == {"tables": [], "next": None}
    assert [table["id"] for table in one.get("tables?my_turn=1").json()["tables"]] == [pk]


def test_lists_go_on_where_they_ended(program: Programs, people: People, table: Tables, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.api.views.PAGE", 2)
    made = [table(name).pk for name in ("ada", "grace", "hedy")]
    first = program("lea").get("tables").json()
    rest = program("lea").get(f"tables?cursor={first['next']}").json()
    assert [row["id"] for row in first["tables"] + rest["tables"]] == made[::-1]
    assert rest["next"] is None
    for nonsense in ("9" * 5_000, "9" * 19, "-1", "x"):
        assert program("lea").get(f"tables?cursor={nonsense}").json() == first


def test_a_list_reads_the_seats_of_all_its_tables_at_once(program: Programs, people: People, table: Tables) -> None:
    lea, queries = program("lea"), []
    for hosts in (("ada",), ("grace", "hedy")):
        for host in hosts:
            begin(people, table, "fritz", host=host)
        lea.get("tables")
        with CaptureQueriesContext(connection) as asked:
            seated = [len(row["seats"]) for row in lea.get("tables").json()["tables"]]
        queries.append(len(asked))
    assert seated == [2, 2, 2]
    assert queries[0] == queries[1]


def test_a_record_comes_after_the_end_and_can_be_replayed(program: Programs, people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    ada = program()
    problem(ada.get(f"tables/{match.pk}/record"), 409)
    finish(match)
    assert replay(ada.get(f"tables/{match.pk}/record").json())
    shown = ada.get(f"tables/{match.pk}").json()
    assert (shown["status"], shown["view"]["phase"], len(shown["view"]["scores"])) == ("finished", "over", 2)
    assert len(shown["log"]) <= 500


def test_whoever_concedes_has_no_seat_any_more(program: Programs) -> None:
    ada, _grace, pk = two_people(program)
    left = ada.post(f"tables/{pk}/concede")
    assert (left.status_code, left.json()["my_seat"]) == (200, None)
    assert [seat["away"] for seat in left.json()["seats"]].count(True) == 1


def test_bots_sit_only_where_they_are_allowed_and_are_marked(program: Programs, table: Tables) -> None:
    bot = program(User.objects.create_user("clara", is_bot=True))
    problem(bot.post(f"tables/{table('ada', size=2).pk}/join"), 403)
    welcome = table("grace", size=2, bots_allowed=True, ready_check=False)
    seats = bot.post(f"tables/{welcome.pk}/join").json()["seats"]
    assert [(seat["name"], seat["kind"]) for seat in seats] == [("grace", "person"), ("clara", "bot")]
    assert str(User.objects.get(username="clara")) == "clara [bot]"


def test_too_many_requests_are_told_to_wait(program: Programs, monkeypatch: Any) -> None:
    monkeypatch.setitem(access.LIMITS, "request", 2)
    ada = program()
    answers = [ada.get("me") for _ in range(4)]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60
    problem(answers[-1], 429)


def test_others_money_is_null_and_hidden_tiles_are_not_told(program: Programs, people: People, table: Tables) -> None:
    match = begin(people, table, "grace", "hedy")
    shown = program("ada").get(f"tables/{match.pk}").json()
    mine = shown["my_seat"]
    assert [amount is None for amount in shown["view"]["money"]] == [seat != mine for seat in range(3)]
    text = program("ada").get(f"tables/{match.pk}").content.decode()
    state = match.read_state()
    lots = state.edition.lots(3)
    coming = [state.edition.tiles[tile].id for tile in state.setup.deal.bag[lots[0][-1].stop :]]
    assert coming
    assert not [tile for tile in coming if f'"{tile}"' in text]


def test_the_description_names_every_call(client: Client) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert {path.removeprefix("/api/v1") for path in described["paths"]} == {
        *("/me", "/tables", "/tables/{pk}", "/tables/{pk}/join", "/tables/{pk}/moves"),
        *("/tables/{pk}/concede", "/tables/{pk}/record", "/stream"),
    }
    page = client.get("/developers/").content.decode()
    assert "/api/v1/tables/{pk}/moves" in page


def test_the_description_is_made_once_however_many_strangers_ask(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = client.get("/api/v1/openapi.json").content
    monkeypatch.delattr("ninja.NinjaAPI.get_openapi_schema")
    assert client.get("/api/v1/openapi.json").content == told


def test_in_an_auction_held_together_everybody_is_asked_at_once(
    program: Programs, people: People, table: Tables
) -> None:
    match = begin(people, table, "grace", "hedy", auctions="together")
    programs = [program(name) for name in ("ada", "grace", "hedy")]
    tables = [one.get(f"tables/{match.pk}").json() for one in programs]
    assert [(shown["turn"], shown["my_turn"], shown["legal"][:2]) for shown in tables] == [
        (None, True, [["pass"], ["bid", 0]])
    ] * 3
    problem(programs[0].post(f"tables/{match.pk}/moves", {"number": 1, "move": ["bid", 99]}), 422)
    problem(programs[0].post(f"tables/{match.pk}/moves", {"number": 5, "move": ["pass"]}), 409)
    first = programs[0].post(f"tables/{match.pk}/moves", {"number": 1, "move": ["bid", 3], "key": "k"})
    assert (first.status_code, first.json()["my_turn"], first.json()["number"]) == (200, False, 0)
