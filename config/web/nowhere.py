"""The socket of every address that leads nowhere."""

from channels.generic.websocket import AsyncWebsocketConsumer


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses, as a page that is not there would."""

    async def connect(self) -> None:
        """Close before anything is said."""
        await self.close()
