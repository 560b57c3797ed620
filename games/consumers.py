"""Sockets: they tell browsers that something changed, and listen to nothing they do not know."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.broadcast import LOBBY, table_group
from games.selectors.visibility import find_table


class LobbyConsumer(AsyncJsonWebsocketConsumer):
    """Tells a browser that the lobby is not as it was."""

    groups = [LOBBY]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends: the lobby is acted on by posts."""

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "lobby.changed"})


class WaitingRoomConsumer(AsyncJsonWebsocketConsumer):
    """Tells a browser in a waiting room that somebody came or went, or that the match has begun."""

    group = ""

    async def connect(self) -> None:
        """Lets in who may see the table."""
        match_id = self.scope["url_route"]["kwargs"]["pk"]
        token = parse_qs(self.scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if await database_sync_to_async(find_table)(match_id, self.scope["user"], token) is None:
            await self.close()
            return
        self.group = table_group(match_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leaves the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends: a table is acted on by posts."""

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "table.changed"})
