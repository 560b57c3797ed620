"""What a browser sends from the table: read with suspicion, never trusted."""

import json
from typing import NamedTuple

from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict

from games.engine import Bid, Discard, Move, Pass, Take
from games.models.played_move import BY_STAFF
from games.table.plan import read_plan
from games.table.rendering import TableVersion
from games.talk.forms import LONGEST_MESSAGE

LONGEST_KEY = 38  # and a number behind it
LONGEST_ANSWER = 4_000


class SentAnswer(NamedTuple):
    """An answer that came over the socket: the last word of the address to which it could be posted, and the form."""

    act: str
    form: QueryDict


def read_moves(sent: QueryDict) -> list[Move]:
    """Read the moves a form asks for; none where it says nothing that could be one."""
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
    """Read the number the entry is to have; 0, which none has, where it makes no sense."""
    return _number(sent.get("number", "")) or 0


def read_grade(sent: QueryDict) -> int:
    """Read which grade of a hint is asked for; 0, which there is not, where it makes no sense."""
    return _number(sent.get("grade", "")) or 0


def read_key(sent: QueryDict) -> str:
    """Read what makes a retry known as one: the page's key and the number; one that could not be stored is none."""
    key, number = sent.get("key", "")[:LONGEST_KEY], read_number(sent)
    return f"{key}.{number}" if key and key.isprintable() and not key.startswith(BY_STAFF) else ""


def read_seen(sent: QueryDict | dict[str, str]) -> TableVersion | None:
    """Read what the browser shows now: `12.0`, number and version; None where it does not say."""
    number, _dot, version = (sent.get("seen") or "").partition(".")
    seen = _number(number), _number(version)
    return None if seen[0] is None or seen[1] is None else TableVersion(seen[0], seen[1])


def read_version(message: str) -> TableVersion | None:
    """Read what a browser says over its socket that it shows: `{"number": 12, "version": 0}`."""
    try:
        said = json.loads(message[:LONGEST_MESSAGE])
        return TableVersion(int(said["number"]), int(said["version"]))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None


def read_looking(message: str) -> bool:
    """Read whether a browser says that somebody looks: its page is not behind another one."""
    try:
        return json.loads(message[:LONGEST_MESSAGE])["looking"] is True
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def read_answer(message: str) -> SentAnswer | None:
    """Read the answer in a message, `{"post": "move", "form": "number=12&bid=3"}`; None where it is another message.

    One that makes no sense is an answer too, of which nothing is known: it is refused as an empty form would be.
    """
    try:
        said = json.loads(message[:LONGEST_ANSWER])
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or "post" not in said:
        return None
    act, form = said["post"], said.get("form")
    if act not in ("move", "undo") or not isinstance(form, str) or not form.isascii():
        return SentAnswer("move", QueryDict())
    try:
        return SentAnswer(act, QueryDict(form))
    except SuspiciousOperation:  # more fields than any form has
        return SentAnswer("move", QueryDict())


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
