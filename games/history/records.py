"""Finished matches as files: one record, or many, a line each."""

import json
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.db.models import Prefetch, QuerySet

from games.engine import Player, write_record
from games.engine.state import KNOWN_RULES
from games.lobby.selectors import SEATS
from games.models import Match, PlayedMove, Seat
from games.play.services.positions import without_undone
from games.table.people import name_of

AT_ONCE: Final = 25
MOVES: Final = Prefetch("moves", PlayedMove.objects.only("match", "number", "entry").order_by("number"))


def record_of(match: Match) -> dict[str, Any]:
    """Return the record of a finished match, with the secret its deal came from."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    players = [Player(name_of(seat), seat.controller) for seat in seats]
    entries = [move.entry for move in sorted(match.moves.all(), key=lambda move: move.number)]
    # A deal that goes on from another one does not follow from its secret alone, so there is no proof to give along.
    secret = None if match.is_what_if else bytes(match.secret)
    record = write_record(match.read_state(), players, without_undone(entries), secret)
    return {**record, "match": _about(match, seats)}


def _about(match: Match, seats: list[Seat]) -> dict[str, Any]:
    """Return what was agreed and what became of people: nothing that playing it again needs."""
    return {
        "id": match.pk,
        "title": match.title,
        "pace": match.pace,
        "rated": match.rated,
        "started_at": _moment(match.started_at),
        "finished_at": _moment(match.finished_at),
        "stood_in_for": [seat.number for seat in seats if seat.absence],
        **({"copied": match.copied} if match.is_what_if else {}),
    }


def _moment(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if at else ""


def with_record(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Of these, the matches that are over and readable, with all that a record needs."""
    matches = matches.filter(sealed=False)  # others still play that deal
    over = matches.filter(status=Match.Status.FINISHED, state__isnull=False, set_aside_at=None, rules__in=KNOWN_RULES)
    return over.prefetch_related(SEATS, MOVES)


async def stream_records(matches: QuerySet[Match]) -> AsyncIterator[bytes]:
    """Yield a line for each match, the oldest first; a few at a time are in memory, however many there are."""
    last = 0
    while batch := await sync_to_async(_lines_after)(matches, last):
        last = batch[-1][0]
        yield b"".join(line for _, line in batch)


def _lines_after(matches: QuerySet[Match], last: int) -> list[tuple[int, bytes]]:
    found: Iterable[Match] = with_record(matches).filter(pk__gt=last).order_by("pk")[:AT_ONCE]
    return [(match.pk, _line(record_of(match))) for match in found]


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
