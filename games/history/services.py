"""Records that somebody brings along: read, checked move by move, and kept apart from everything that counts."""

import json
from typing import Any, Final

from django.db import transaction

from accounts.models import User
from accounts.people.services.locking import lock_person
from games.engine import RecordRefused, replay
from games.models import ImportedRecord

LARGEST_FILE: Final = 256 * 1024
MOST_RECORDS: Final = 200
LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 60
# What a record may hold; whatever else a file brings along is left behind.
KEYS: Final = ("format", "rules", "proof", "edition", "options", "seats", "first", "deal", "moves", "result")
# ... and what it may tell of the match besides, by kind; see `records.record_of`.
ABOUT: Final = {
    "id": int,
    "title": str,
    "pace": str,
    "rated": bool,
    "started_at": str,
    "finished_at": str,
    "copied": int,
}


class TooManyRecords(Exception):
    """Somebody keeps as many imported records as one may."""


def read_json(raw: bytes) -> object:
    """Return what a file holds, or RecordRefused in one clear line."""
    try:
        return json.loads(raw)
    except RecursionError as problem:
        raise RecordRefused("file", "malformed", "nested too deeply") from problem
    except ValueError as problem:
        raise RecordRefused("file", "malformed", f"not JSON: {str(problem).splitlines()[0]}") from problem


def import_record(*, owner: User, raw: bytes, title: str = "") -> ImportedRecord:
    """Keep a record to be watched, once every move of it was checked; RecordRefused says what is wrong."""
    if len(raw) > LARGEST_FILE:
        raise RecordRefused("file", "size", "larger than any match")
    record = read_json(raw)
    played = replay(record)
    assert isinstance(record, dict), "nothing else could be played"
    kept = _tidy(record)
    with transaction.atomic():
        lock_person(owner)
        if owner.imported_records.count() >= MOST_RECORDS:
            raise TooManyRecords
        return ImportedRecord.objects.create(
            owner=owner,
            title=title or kept.get("match", {}).get("title", ""),
            edition_id=kept["edition"],
            record=kept,
            moves=played.moves,
            finished=played.finished,
        )


def forget_record(*, owner: User, token: str) -> bool:
    """Let go of a record; the answer tells whether there was one of theirs."""
    deleted, _ = ImportedRecord.objects.filter(owner=owner, token=token).delete()
    return bool(deleted)


def forget_records(*, user: User) -> None:
    """Whoever leaves takes along what they brought."""
    ImportedRecord.objects.filter(owner=user).delete()


def _tidy(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as we would write it: known keys, names in one line, nothing that no database takes."""
    kept: dict[str, Any] = {key: record[key] for key in KEYS if key in record}
    kept["options"] = {"open_money": kept.get("options", {}).get("open_money", False)}
    kept["deal"] = {part: kept["deal"][part] for part in ("legends", "bag", "screenplays")}
    kept["seats"] = [_tidy_seat(seat) for seat in kept["seats"]]
    if "match" in record:
        kept["match"] = _tidy_about(record["match"], len(kept["seats"]))
    if "proof" in kept:
        kept["proof"] = {key: _clean(kept["proof"][key], longest=64) for key in ("commitment", "secret")}
    return kept


def _tidy_seat(seat: dict[str, Any]) -> dict[str, Any]:
    return {"name": _clean(seat["name"]), "studio": seat["studio"], "controller": _clean(seat["controller"])}


def _tidy_about(told: object, seats: int) -> dict[str, Any]:
    """Return what is understood of it; nothing of it was checked, and nothing hangs on it."""
    if not isinstance(told, dict):
        return {}
    kept = {name: told[name] for name, kind in ABOUT.items() if type(told.get(name)) is kind}
    kept |= {name: _clean(value, longest=LONGEST_TITLE) for name, value in kept.items() if isinstance(value, str)}
    away = told.get("stood_in_for")
    if isinstance(away, list):
        kept["stood_in_for"] = [seat for seat in range(seats) if seat in away]
    return kept


def _clean(text: str, longest: int = LONGEST_NAME) -> str:
    seen = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(seen.split())[:longest]
