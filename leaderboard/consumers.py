"""The socket of the rankings: it tells browsers that something changed, and listens to nothing."""

from typing import Any

from games.play.consumers import SessionConsumer
from leaderboard.broadcast import RANKINGS


class RankingsConsumer(SessionConsumer):
    """Tells a browser that the rankings are not as they were."""

    groups = [RANKINGS]
    hears_own = True

    async def rankings_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "rankings.changed"})
