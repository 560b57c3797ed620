"""Telling browsers, after commit, that something changed: never what, since no secret travels on the bus."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction

if TYPE_CHECKING:
    from games.models import ChatLine, Match

LOBBY = "lobby"
PATIENCE_SECONDS = 2

logger = logging.getLogger(__name__)


def announce_lobby() -> None:
    """Tell everybody in the lobby, once the change is committed, that it changed."""
    transaction.on_commit(partial(tell, LOBBY, {"type": "lobby.changed"}), robust=True)


def announce_table(match: "Match") -> None:
    """Tell everybody at a table, once the change is committed, its number and version, and wake an AI that is due."""
    message = {"type": "table.changed", "match": match.pk, "number": match.number, "version": match.version}
    transaction.on_commit(partial(tell, table_group(match.pk), message), robust=True)
    if match.ai_due_at is not None:
        transaction.on_commit(partial(wake_ai, match.pk, match.number + 1, match.ai_due_at), robust=True)


def announce_own(match_id: int, people: Iterable[int]) -> None:
    """Tell the open pages of some people, once it is committed, that a table of theirs is not as it was to them."""
    groups = [own_group(pk) for pk in sorted(set(people))]
    if groups:
        transaction.on_commit(partial(tell_each, groups, {"type": "own.changed", "match": match_id}), robust=True)


def announce_talk(match: "Match", line: "ChatLine") -> None:
    """Tell every open page of a table, once it is committed, which line was said: who may read it, each finds out."""
    message = {"type": "table.talk", "line": line.pk}
    transaction.on_commit(partial(tell, company_group(match.pk), message), robust=True)


def announce_talk_anew(match_id: int) -> None:
    """Tell every open page of a table, once it is committed, that lines it shows have changed."""
    message = {"type": "table.talk", "line": None, "anew": True}
    transaction.on_commit(partial(tell, company_group(match_id), message), robust=True)


def announce_looking(match_id: int) -> None:
    """Tell every open page of a table, once it is committed, that somebody came or went."""
    transaction.on_commit(partial(tell, company_group(match_id), {"type": "table.looking"}), robust=True)


def table_group(match_id: int) -> str:
    """The group of everybody who looks at a table."""
    return f"table.{match_id}"


def company_group(match_id: int) -> str:
    """The group of those who have the page of a match open: the waiting room hears nothing of its talk."""
    return f"company.{match_id}"


def session_group(key: str) -> str:
    """The group of all sockets of a session; the key itself is a secret and stays off the bus."""
    return f"session.{sha256(key.encode()).hexdigest()[:40]}"


def person_group(pk: int) -> str:
    """The group of all sockets of a person, in whatever session."""
    return f"person.{pk}"


def own_group(pk: int) -> str:
    """The group of the open pages that show a person which of their tables wait for them."""
    return f"own.{pk}"


def announce_end_of(group: str) -> None:
    """Close the sockets of a session that has ended, or of a person whose sessions have."""
    transaction.on_commit(partial(tell, group, {"type": "session.ended"}), robust=True)


def wake_ai(match_id: int, number: int, at: datetime) -> None:
    """Ring for an AI to answer when it is due; the row in the database makes it certain."""
    current_app.send_task("games.tasks.answer_for_ai", args=[match_id, number], eta=at)


def tell(group: str, message: dict[str, Any]) -> None:
    """Send a message to a group; a bus that is away loses it, which browsers survive by asking again."""
    try:
        async_to_sync(send_in_time)(group, message)
    except Exception:
        logger.exception("The bus is away; lost a message to %s", group)


def tell_each(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send the same to several groups at once: a silent bus is waited for only once."""
    try:
        async_to_sync(_send_to_each)(groups, message)
    except Exception:
        logger.exception("The bus is away; lost a message to %s", ", ".join(groups))


async def _send_to_each(groups: Sequence[str], message: dict[str, Any]) -> None:
    await asyncio.gather(*(send_in_time(group, message) for group in groups))


async def send_in_time(group: str, message: dict[str, Any]) -> None:
    """Send, but do not let a silent bus hold up whoever changed something."""
    await asyncio.wait_for(get_channel_layer().group_send(group, message), PATIENCE_SECONDS)
