"""What an open page is told, however long the machine takes for it."""

import json
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from games.broadcast import announce_end_of, person_group


async def all_told(socket: WebsocketCommunicator, user: User) -> list[Any]:
    """Return all that somebody's page was told so far: in the order of what is told, their session ends after it."""
    await sync_to_async(announce_end_of)(person_group(user.pk))
    told = []
    while (output := await socket.receive_output())["type"] == "websocket.send":
        told.append(json.loads(output["text"]))
    return told
