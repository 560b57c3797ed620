"""The socket of the bell, for pages that have no socket of their own."""

from typing import Any

from games.play.consumers import SessionConsumer


class BellConsumer(SessionConsumer):
    """Tells a browser that something else stands under its person's bell."""

    hears_own = True

    async def connect(self) -> None:
        """Let in who has a bell."""
        if self.scope["user"].pk is None:
            await self.close()
            return
        await self.join_session()
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        await self.leave_session()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends: what was read is told by a post."""
