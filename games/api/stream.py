"""What happens at somebody's tables, as server-sent events: nobody has to ask again and again."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db.models import F, Q

from accounts.api_tokens.services import is_good
from accounts.models import ApiToken
from games.api.tables import STATUS
from games.broadcast import own_group, person_group, table_group
from games.models import Match

# A comment comes at least so often, so that a dead connection is noticed; then the database is asked, too, for what
# the bus may have lost, and whether the token is still good: one that was revoked hears nothing for longer.
QUIET_SECONDS: Final = 5.0
MOMENT: Final = "%Y%m%dT%H%M%S.%f"
MOST_STREAMS: Final = 5
# How many streams this process holds for each account.
opened: Final[Counter[int]] = Counter()


class TableChange(NamedTuple):
    """What is told of a table, and when it changed."""

    at: datetime
    told: dict[str, Any]

    def as_event(self) -> str:
        return f"id: {self.at.strftime(MOMENT)}\nevent: table\ndata: {json.dumps(self.told)}\n\n"


async def follow(token: ApiToken, last_event_id: str) -> AsyncIterator[str]:
    """Tell how each table stands that changed since the last event, or all of them, and then every change."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    own = (own_group(token.user_id), person_group(token.user_id))  # a ban is told to the second
    for group in own:
        await layer.group_add(group, channel)
    known: dict[int, dict[str, Any]] = {}
    heard: set[int] = set()
    since = _moment(last_event_id)
    listening = asyncio.ensure_future(layer.receive(channel))
    opened[token.user_id] += 1
    try:
        while await database_sync_to_async(is_good)(token):
            changes = await database_sync_to_async(_changes)(token.user_id, known, since)
            for pk in known.keys() - heard:
                await layer.group_add(table_group(pk), channel)
                heard.add(pk)
            yield "".join(change.as_event() for change in changes) or ": nothing new\n\n"
            since = None
            done, _ = await asyncio.wait({listening}, timeout=QUIET_SECONDS)
            if done:
                with suppress(OSError):  # a bus that is away is made up for by looking
                    listening.result()
                listening = asyncio.ensure_future(layer.receive(channel))
    finally:
        listening.cancel()
        opened[token.user_id] -= 1
        for group in (*own, *(table_group(pk) for pk in heard)):
            await layer.group_discard(group, channel)


def _changes(user_id: int, known: dict[int, dict[str, Any]], since: datetime | None) -> list[TableChange]:
    """Return what is not as it was known, the oldest first, and know it from now on."""
    going = Q(status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    lately = Q(changed_at__gt=since) if since else Q(pk__in=[])
    mine = Match.objects.filter(going | lately | Q(pk__in=list(known)), seats__user_id=user_id)
    mine = mine.only("pk", "number", "version", "status", "turn_seat", "awaited", "paused_at", "changed_at").order_by(
        "changed_at", "pk"
    )
    changes = []
    for match in mine.annotate(seat_number=F("seats__number"), gave_up_at=F("seats__conceded_at")):
        told = _told(match, None if match.gave_up_at else match.seat_number)
        if known.get(match.pk) != told:
            known[match.pk] = told
            if since is None or match.changed_at > since:
                changes.append(TableChange(match.changed_at, told))
    return changes


def _told(match: Match, seat: int | None) -> dict[str, Any]:
    is_asked = match.asks(seat) and match.paused_at is None
    told = {"id": match.pk, "number": match.number, "version": match.version}
    return {**told, "status": STATUS[Match.Status(match.status)], "my_turn": is_asked}


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
