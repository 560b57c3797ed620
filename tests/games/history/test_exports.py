"""Matches taken out: many as a stream, and one with all that checking it without our code needs."""

import json
import subprocess
import sys
from collections.abc import AsyncIterable
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import replay
from games.history.records import record_of
from games.history.views.lists import export, my_export
from games.models import Match
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
SCRIPT = Path(settings.BASE_DIR) / "static" / "check" / "check_match.py"


def lines_of(answer: Any) -> list[dict[str, Any]]:
    """What a stream brings, to its end."""
    assert isinstance(answer, StreamingHttpResponse)
    chunks = answer.streaming_content
    assert isinstance(chunks, AsyncIterable)

    async def read() -> bytes:
        return b"".join([chunk async for chunk in chunks])

    return [json.loads(line) for line in async_to_sync(read)().splitlines()]


def test_all_public_matches_and_all_of_one_s_own_come_as_a_stream(people: People, table: Tables, rf: Any) -> None:
    public = finish(begin(people, table, "grace", title="public"))
    hidden = finish(begin(people, table, "hedy", visibility=Match.Visibility.INVITED, invited=(people("hedy"),)))
    begin(people, table, "grace")
    for view, user, expected in (
        (export, "hedy", [public]),
        (my_export, "ada", [public, hidden]),
        (my_export, "hedy", [hidden]),
        (my_export, "zadie", []),
    ):
        request = rf.get("/")
        request.user = people(user)
        records = lines_of(view(request))
        assert records == [json.loads(json.dumps(record_of(match))) for match in expected]
        assert all(replay(record).finished for record in records)


def test_a_stream_takes_a_few_matches_at_a_time(people: People, table: Tables, rf: Any) -> None:
    finish(begin(people, table, "grace"))
    request = rf.get("/", {"player": "grace"})
    request.user = people("ada")
    with CaptureQueriesContext(connection) as one:
        assert len(lines_of(export(request))) == 1
    for _ in range(3):
        finish(begin(people, table, "grace"))
    with CaptureQueriesContext(connection) as four:
        assert len(lines_of(export(request))) == 4
    assert len(four) == len(one)


def test_exports_are_slowed_down(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "export_matches": "1/h/ip"}
    assert [Client().head("/history/export/").status_code for _ in range(2)] == [200, 429]


def check(*arguments: object) -> tuple[int, str]:
    """The program as anybody runs it: a bare Python, without our code."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    return done.returncode, done.stdout + done.stderr


def test_the_small_program_agrees_with_us(people: People, table: Tables, tmp_path: Path) -> None:
    match = finish(begin(people, table, "grace", "hedy"))
    chosen = finish(begin(people, table, "grace", host_begins=True, studios_chosen=True))
    paths = []
    for number, shown in enumerate((match, chosen)):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(Client().get(f"/tables/{shown.pk}/record/").content)
    edition = tmp_path / "edition.json"
    edition.write_bytes(Client().get(f"/records/editions/{match.edition_id}.json").content)
    code, told = check(edition, *paths)
    assert code == 0, told
    assert told.splitlines()[0] == f"{paths[0]}:1: ok, dealt as promised (studios drawn, first seat drawn)"
    together = tmp_path / "all.jsonl"
    together.write_bytes(b"\n".join(path.read_bytes() for path in paths) + b"\n")
    assert check(edition, together)[0] == 0
    record = json.loads(paths[0].read_text())
    record["deal"]["bag"][:2] = record["deal"]["bag"][1::-1]
    paths[0].write_text(json.dumps(record))
    code, told = check(edition, *paths)
    assert (code, "the bag are not as the secret deals them" in told, told.count(": ok")) == (1, True, 1)
    record["proof"]["secret"] = "00" * 32
    paths[0].write_text(json.dumps(record))
    assert "not the one that was committed to" in check(edition, paths[0])[1]


@pytest.mark.parametrize("content", ["{}", "[]", "", "null"])
def test_the_small_program_says_what_it_cannot_read(tmp_path: Path, content: str) -> None:
    edition = next((Path(settings.BASE_DIR) / "games" / "editions").glob("*.json"))
    (tmp_path / "odd.json").write_text(content)
    code, told = check(edition, tmp_path / "odd.json")
    assert code == 1
    assert "Traceback" not in told


def test_the_page_leads_to_all_that_checking_needs(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace"))
    html = Client().get(f"/tables/{match.pk}/check/").content.decode()
    assert "check/check_match.py" in html
    assert f"/records/editions/{match.edition_id}.json" in html
    assert "Every move, played again by the rules" in html
    match.moves.filter(number=4).update(entry=[0, "bid", 9])
    html = Client().get(f"/tables/{match.pk}/check/").content.decode()
    assert "The moves do not lead to the result by the rules." in html
    assert "The deal is the one that was promised." in html


def test_an_edition_that_is_not_there_is_no_file() -> None:
    assert Client().get("/records/editions/monopoly.json").status_code == 404
