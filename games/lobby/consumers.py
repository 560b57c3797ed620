"""The sockets of the lobby and of waiting rooms: they tell browsers that something changed, and listen to nothing."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async

from games.broadcast import LOBBY, table_group, talk_group
from games.play.consumers import SessionConsumer
from games.play.selectors.visibility import find_table


class LobbyConsumer(SessionConsumer):
    """Tells a browser that the lobby is not as it was."""

    groups = [LOBBY]
    hears_own = True

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "lobby.changed"})


class WaitingRoomConsumer(SessionConsumer):
    """Tells a browser in a waiting room that somebody came, went or said something, or that the match has begun."""

    rooms: tuple[str, ...] = ()
    hears_own = True

    async def connect(self) -> None:
        """Let in who may see the table."""
        match_id = self.scope["url_route"]["kwargs"]["pk"]
        token = parse_qs(self.scope["query_string"].decode("latin-1")).get("token", [""])[0]
        match = await database_sync_to_async(find_table)(match_id, self.scope["user"], token)
        if match is None:
            await self.close()
            return
        # Whoever watches a match from another page hears that it went on, and nothing of what is said there.
        talk = () if match.has_begun else (talk_group(match_id),)
        self.rooms = (table_group(match_id), *talk)
        for group in self.rooms:
            await self.channel_layer.group_add(group, self.channel_name)
        await super().connect()

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        for group in self.rooms:
            await self.channel_layer.group_discard(group, self.channel_name)
        await super().disconnect(code)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Pass the news on."""
        await self.send_json({"type": "table.changed"})

    async def table_talk(self, message: dict[str, Any]) -> None:
        """Pass on that something was said; the browser asks for it, and reads what it may."""
        await self.send_json({"type": "table.changed"})

    async def table_looking(self, message: dict[str, Any]) -> None:
        """Let it be: who has a match open is shown beside the match."""
