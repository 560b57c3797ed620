"""No socket opens for whoever is kept out."""

from typing import Any

from channels.db import database_sync_to_async

from accounts.models import User
from accounts.standing import what_keeps_out

KEPT_OUT = 4403


class KeepOut:
    """Stands between the log-in and the sockets."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Let in, or close before anything is said."""
        if await database_sync_to_async(is_kept_out)(scope):
            await send({"type": "websocket.close", "code": KEPT_OUT})
            return
        await self.sockets(scope, receive, send)


def is_kept_out(scope: dict[str, Any]) -> bool:
    """Tell whether the person behind a socket is suspended or banned."""
    user = scope.get("user")
    # Channels hands out a lazy object: asking it for its class would not do.
    return bool(user and user.is_authenticated and isinstance(user, User) and what_keeps_out(user))
