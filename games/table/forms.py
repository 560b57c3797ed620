"""What a browser sends from the table: read with suspicion, never trusted."""

import json

from django.http import QueryDict

from games.engine import Bid, Discard, Move, Pass, Take
from games.models import Match
from games.models.played_move import BY_STAFF
from games.table.plan import read_plan
from games.table.rendering import TableVersion
from games.talk.forms import LONGEST_MESSAGE

LONGEST_KEY = 48


def read_moves(sent: QueryDict) -> list[Move]:
    """The moves a form asks for; none where it says nothing that could be one."""
    if "pass" in sent:
        return [Pass()]
    amount = _number(sent.get("bid", ""))
    if amount is not None:
        return [Bid(amount)]
    if "take" in sent:
        return [Take(sent.get("take", ""))]
    if "discard_all" in sent:
        return [Discard(tile) for tile in sent.getlist("discard")]
    return list(read_plan("", sent.getlist("plan")).moves)


def read_number(sent: QueryDict) -> int:
    """The number the entry is to have; 0, which none has, where it makes no sense."""
    return _number(sent.get("number", "")) or 0


def read_grade(sent: QueryDict) -> int:
    """Which grade of a hint is asked for; 0, which there is not, where it makes no sense."""
    return _number(sent.get("grade", "")) or 0


def read_key(sent: QueryDict) -> str:
    """What makes a retry known as one; a key that could not be stored is none."""
    key = sent.get("key", "")[:LONGEST_KEY]
    return key if key.isprintable() and not key.startswith(BY_STAFF) else ""


def read_seen(sent: QueryDict, match: Match) -> TableVersion | None:
    """What the browser shows now: an answer is for the number after the one it has seen."""
    number, version = _number(sent.get("number", "")), _number(sent.get("version", ""))
    if number is None:
        return None
    seen = number if "version" in sent else number - 1
    return TableVersion(max(0, seen), match.version if version is None else version)


def read_version(message: str) -> TableVersion | None:
    """What a browser says over its socket that it shows: `{"number": 12, "version": 0}`."""
    try:
        said = json.loads(message[:LONGEST_MESSAGE])
        return TableVersion(int(said["number"]), int(said["version"]))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None


def read_looking(message: str) -> bool:
    """Whether a browser says that somebody looks: its page is not behind another one."""
    try:
        return json.loads(message[:LONGEST_MESSAGE])["looking"] is True
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
