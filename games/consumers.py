"""Sockets: they tell browsers that something changed, and listen to nothing they do not know."""

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.broadcast import LOBBY


class LobbyConsumer(AsyncJsonWebsocketConsumer):
    """Tells a browser that the lobby is not as it was."""

    groups = [LOBBY]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends: the lobby is acted on by posts."""

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "lobby.changed"})
