"""The socket of the rankings: it tells browsers that something changed, and listens to nothing."""

from typing import Any

from games.play.consumers import SessionConsumer
from leaderboard.broadcast import RANKINGS


class RankingsConsumer(SessionConsumer):
    """Tells a browser that the rankings are not as they were."""

    groups = [RANKINGS]
    hears_own = True

    async def connect(self) -> None:
        """Let in everybody; whoever logs out or is banned hears no more."""
        await self.join_session()
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        await self.leave_session()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends."""

    async def rankings_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "rankings.changed"})
