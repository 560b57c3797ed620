"""The socket of a tournament: it tells browsers that something changed, and listens to nothing."""

from typing import Any

from games.play.consumers import SessionConsumer
from games.tournaments.services.locking import group_of


class TournamentConsumer(SessionConsumer):
    """Tells a browser that a tournament is not as it was."""

    group = ""
    hears_own = True

    async def connect(self) -> None:
        """Let in everybody: a tournament has no secrets of its own."""
        self.group = group_of(self.scope["url_route"]["kwargs"]["pk"])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await super().connect()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        await self.channel_layer.group_discard(self.group, self.channel_name)
        await super().disconnect(code)

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "tournament.changed"})
