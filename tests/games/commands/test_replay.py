"""`manage.py replay`: a line for each record, and exit 1 where any is refused."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

KEPT = Path(__file__).parents[2] / "records"


@pytest.fixture
def good() -> Path:
    return sorted(KEPT.glob("*.json"))[0]


def replay(capsys, *files: Path) -> tuple[int, list[str]]:
    status = 0
    try:
        call_command("replay", *map(str, files))
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, capsys.readouterr().out.splitlines()


def test_good_records_are_accepted_with_a_line_each(capsys):
    files = sorted(KEPT.glob("*.json"))
    status, lines = replay(capsys, *files)
    assert status == 0
    assert len(lines) == len(files)
    assert all(": ok, finished, " in line for line in lines)


def test_a_refused_record_is_named_with_move_and_rule_and_the_others_are_still_checked(capsys, tmp_path, good):
    record = json.loads(good.read_text())
    record["moves"][16] = [record["moves"][16][0], "bid", 99]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(record))
    status, lines = replay(capsys, bad, good)
    assert status == 1
    assert lines[0].startswith(f"{bad}: refused at move 17: ")
    assert ": ok, " in lines[1]


def test_an_unfinished_record_is_told_as_such(capsys, tmp_path, good):
    record = json.loads(good.read_text())
    del record["result"]
    record["moves"] = record["moves"][:5]
    running = tmp_path / "running.json"
    running.write_text(json.dumps(record))
    status, lines = replay(capsys, running)
    assert status == 0
    assert lines == [f"{running}: ok, unfinished, 5 moves, proof holds"]


@pytest.mark.parametrize(
    "content",
    [b"", b"[1", b"\xff\xfe\x00", b"null", b"[" * 100_000, b'{"moves": ' + b"9" * 5_000 + b"}", b"NaN", b'"a"'],
    ids=["empty", "cut", "bytes", "null", "deep", "huge", "nan", "text"],
)
def test_a_malformed_file_gets_one_clear_line(capsys, tmp_path, content):
    path = tmp_path / "malformed.json"
    path.write_bytes(content)
    status, lines = replay(capsys, path)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"{path}: refused at ")


@pytest.mark.parametrize("edition", ["\\ud800", "a\\nb", "\\u001b[31m", "é", "x" * 100_000])
def test_strange_signs_break_neither_the_line_nor_the_terminal(capsys, tmp_path, good, edition):
    path = tmp_path / "strange.json"
    path.write_text(f'{{"format": "dream-factory-match/1", "edition": "{edition}"}}')
    status, lines = replay(capsys, path, good)
    assert status == 1
    assert len(lines) == 2
    assert lines[0].isprintable()
    assert len(lines[0]) < 300


def test_a_missing_file_and_a_folder_get_one_clear_line(capsys, tmp_path):
    status, lines = replay(capsys, tmp_path / "nowhere.json", tmp_path)
    assert status == 1
    assert [": refused at file: unreadable: " in line for line in lines] == [True, True]
