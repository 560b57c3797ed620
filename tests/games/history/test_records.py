"""Matches as files that are brought in: checked, watched, and counted nowhere."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from games.engine import RecordRefused, replay
from games.history import services
from games.history.filters import HistoryFilters
from games.history.selectors import history_of, public_history
from games.history.services import TooManyRecords, import_record
from games.models import ImportedRecord, Match
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
KEPT = Path(__file__).parents[2] / "records"


@pytest.fixture
def raw() -> bytes:
    return sorted(KEPT.glob("dream-factory-2009-3*.json"))[0].read_bytes()


def bring(client: Client, content: bytes, title: str = "") -> Any:
    return client.post("/records/import/", {"file": SimpleUploadedFile("match.json", content), "title": title})


def test_a_record_is_brought_in_checked_and_watched(people: People, raw: bytes) -> None:
    client = Client()
    client.force_login(people("ada"))
    answer = bring(client, raw, "Kept  for ever")
    imported = ImportedRecord.objects.get()
    assert answer.headers["Location"] == f"/records/{imported.token}/"
    assert (imported.title, imported.finished, imported.owner) == ("Kept for ever", True, people("ada"))
    stranger = Client()
    last = stranger.get(f"/records/{imported.token}/{imported.moves}/").content.decode()
    assert f"Move {imported.moves} of {imported.moves}" in last
    assert "Imported, not rated" in last
    assert "<polyline" in last
    assert 'id="ending-title"' in last
    assert "Play again together" not in last
    assert stranger.get(f"/records/{imported.token}/").headers["Location"].endswith("/0/")
    assert stranger.get(f"/records/{imported.token}/{imported.moves + 1}/").status_code == 404
    assert stranger.get(f"/records/{imported.token}/record.json").json() == json.loads(raw)
    assert "Kept for ever" in client.get("/records/import/").content.decode()


def test_an_imported_match_counts_nowhere(people: People, raw: bytes) -> None:
    import_record(owner=people("ada"), raw=raw)
    assert not Match.objects.exists()
    assert not public_history(HistoryFilters()).exists()
    assert not history_of(people("ada"), HistoryFilters()).exists()


def test_a_record_tells_of_its_match_and_a_re_imported_one_keeps_its_title(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace", title="Night shift"))
    match.seats.filter(number=1).update(conceded_at=match.finished_at)
    record = Client().get(f"/tables/{match.pk}/record/").json()
    told = {"id": match.pk, "title": "Night shift", "pace": "slow", "rated": False, "stood_in_for": [1]}
    assert {name: record["match"][name] for name in told} == told
    assert record["match"]["started_at"] <= record["match"]["finished_at"]
    assert record["match"]["finished_at"].endswith("Z")
    imported = import_record(owner=people("ada"), raw=json.dumps(record).encode())
    assert (imported.title, imported.record["match"]) == ("Night shift", record["match"])


def test_what_is_odd_in_what_a_record_tells_of_its_match_is_left_behind(people: People, raw: bytes) -> None:
    odd = {"id": True, "title": "a\0b" + "x" * 99, "rated": 1, "pace": ["slow"], "stood_in_for": [9, "1", 1], "more": 1}
    imported = import_record(owner=people("ada"), raw=json.dumps({**json.loads(raw), "match": odd}).encode())
    assert imported.record["match"] == {"title": ("a b" + "x" * 99)[:60], "stood_in_for": [1]}
    assert imported.title == imported.record["match"]["title"]
    assert (
        "match" in import_record(owner=people("ada"), raw=json.dumps({**json.loads(raw), "match": 5}).encode()).record
    )


def test_an_unfinished_record_is_watched_as_far_as_it_goes(people: People, raw: bytes) -> None:
    record = json.loads(raw)
    del record["result"]
    record["moves"] = record["moves"][:9]
    imported = import_record(owner=people("ada"), raw=json.dumps(record).encode())
    assert (imported.finished, imported.moves) == (False, 9)
    html = Client().get(f"/records/{imported.token}/9/").content.decode()
    assert "<polyline" not in html


def broken(**changes: Any) -> Any:
    return lambda record: record | changes


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: "not a record", "refused at record"),
        (broken(format="dream-factory-match/9"), "refused at format"),
        (broken(rules=99), "refused at rules"),
        (broken(edition="monopoly"), "refused at edition"),
        (broken(moves=[[0, "bid", 99]]), "refused at move 1"),
        (broken(result={}), "refused at result"),
        (broken(seats=[{"name": "x"}]), "refused at seats"),
        (broken(deal={}), "refused at deal"),
        (broken(proof=[]), "refused at proof"),
    ],
)
def test_a_broken_record_is_refused_with_the_place(people: People, raw: bytes, change: Any, told: str) -> None:
    client = Client()
    client.force_login(people("ada"))
    answer = bring(client, json.dumps(change(json.loads(raw))).encode())
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not ImportedRecord.objects.exists()


@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe\x00", b"[" * 100_000, b"NaN", b'"a"', b'{"moves": ' + b"9" * 5_000 + b"}"]
)
def test_a_file_that_is_no_record_is_refused(people: People, content: bytes) -> None:
    client = Client()
    client.force_login(people("ada"))
    assert bring(client, content).status_code == 422


def test_a_huge_file_is_not_even_read(people: People) -> None:
    client = Client()
    client.force_login(people("ada"))
    answer = bring(client, b" " * (services.LARGEST_FILE + 1))
    assert "larger than" in answer.content.decode()
    with pytest.raises(RecordRefused):
        import_record(owner=people("ada"), raw=b" " * (services.LARGEST_FILE + 1))


def test_what_a_file_brings_along_besides_is_left_behind(people: People, raw: bytes) -> None:
    record = json.loads(raw) | {"extra": "\0" * 10}
    record["seats"][0]["name"] = "a\0b\ud800<script>" + "x" * 100
    record["seats"][0]["secret"] = "?"
    imported = import_record(owner=people("ada"), raw=json.dumps(record).encode())
    kept = imported.record
    assert "extra" not in kept
    assert kept["seats"][0].keys() == {"name", "studio", "controller"}
    assert kept["seats"][0]["name"].startswith("a b <script>xx")
    assert len(kept["seats"][0]["name"]) == 40
    html = Client().get(f"/records/{imported.token}/20/").content.decode()
    assert "<script>xx" not in html
    assert replay(kept).finished


def test_nobody_keeps_more_than_so_many(people: People, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_RECORDS", 1)
    import_record(owner=people("ada"), raw=raw)
    with pytest.raises(TooManyRecords):
        import_record(owner=people("ada"), raw=raw)
    client = Client()
    client.force_login(people("ada"))
    assert "Delete one first" in bring(client, raw).content.decode()


def test_only_who_brought_it_throws_it_away_and_leaving_takes_it_along(people: People, raw: bytes) -> None:
    first, second = (import_record(owner=people("ada"), raw=raw) for _ in range(2))
    other, mine = Client(), Client()
    other.force_login(people("grace"))
    mine.force_login(people("ada"))
    assert other.post(f"/records/{first.token}/delete/").status_code == 404
    assert mine.post(f"/records/{first.token}/delete/").status_code == 302
    assert list(ImportedRecord.objects.all()) == [second]
    delete_account(user=people("ada"))
    assert not ImportedRecord.objects.exists()


def test_a_record_of_rules_that_are_gone_is_kept_and_not_watched(people: People, raw: bytes) -> None:
    imported = import_record(owner=people("ada"), raw=raw)
    ImportedRecord.objects.update(record={**imported.record, "rules": 999})
    page = Client().get(f"/records/{imported.token}/5/")
    assert "does not know" in page.content.decode()
    assert "replay" not in page.context
    assert Client().get(f"/records/{imported.token}/record.json").json()["rules"] == 999


def test_one_s_data_names_the_matches(people: People, raw: bytes) -> None:
    import_record(owner=people("ada"), raw=raw, title="Mine")
    data = take_out(user=people("ada"))["games"]
    assert [row["title"] for row in data["imported"]] == ["Mine"]
    assert "/history/mine/export/" in str(data["matches"])
