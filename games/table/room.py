"""Room at a table: a crowd of onlookers is limited, and never keeps out who plays there."""

from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from accounts.models import User
from accounts.sanctions.sockets import counted, opened, refuse
from games.models import Seat


def at_table(socket: Any) -> Any:
    """Count the sockets of each table."""

    async def limited(scope: dict[str, Any], receive: Any, send: Any) -> None:
        match_id = scope["url_route"]["kwargs"]["pk"]
        key = ("table", str(match_id))
        if opened[key] >= settings.SOCKETS_PER_TABLE and not await is_seated(match_id, scope["user"]):
            await refuse(receive, send)
            return
        with counted(key):
            await socket(scope, receive, send)

    return limited


@database_sync_to_async
def is_seated(match_id: int, user: Any) -> bool:
    """Tell whether somebody sits at a table."""
    # Channels hands out a lazy object: asking it for its class would not do.
    return isinstance(user, User) and Seat.objects.filter(match=match_id, user=user.pk).exists()
