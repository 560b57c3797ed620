"""The socket of the rankings: it tells browsers that something changed, and listens to nothing."""

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from leaderboard.broadcast import RANKINGS


class RankingsConsumer(AsyncJsonWebsocketConsumer):
    """Tells a browser that the rankings are not as they were."""

    groups = [RANKINGS]

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends."""

    async def rankings_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "rankings.changed"})
