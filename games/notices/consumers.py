"""The socket of the bell, for pages that have no socket of their own."""

from games.play.consumers import SessionConsumer


class BellConsumer(SessionConsumer):
    """Tells a browser that something else stands under its person's bell."""

    hears_own = True

    async def connect(self) -> None:
        """Let in who has a bell."""
        if self.scope["user"].pk is None:
            await self.close()
            return
        await super().connect()
