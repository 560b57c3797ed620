"""A bare echo over Channels: what is sent at a table goes to all of its sockets, and nothing is stored or drawn."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.conf import settings
from django.urls import path

settings.configure(CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}})


class Echo(AsyncWebsocketConsumer):
    """One of those who sit at a table."""

    async def connect(self) -> None:
        """Sit down."""
        self.table = f"table.{self.scope['url_route']['kwargs']['table']}"
        await self.channel_layer.group_add(self.table, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Tell everybody."""
        await self.channel_layer.group_send(self.table, {"type": "said", "text": text_data})

    async def said(self, message: dict[str, Any]) -> None:
        """Hear it."""
        await self.send(text_data=message["text"])


application = URLRouter([path("<int:table>/", Echo.as_asgi())])
