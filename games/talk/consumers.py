"""Chat and presence at a table: what its socket tells one viewer besides the match."""

import asyncio
import time
from typing import Any, Final

from channels.db import database_sync_to_async

from accounts.models import User
from games.broadcast import talk_group
from games.models import Match
from games.play.consumers import SessionConsumer
from games.play.selectors.visibility import find_table
from games.talk.news import Heard, TalkNews, draw_looking, draw_news
from games.talk.presence import be_gone, be_present

# Whoever reloads a page goes and comes in a moment: nobody need be told of that.
PAUSE_BEFORE_LOOKING: Final = 1.0
# A page that shows all that it was sent is believed for so long: a message is lost once in a blue moon.
RECHECKED_SECONDS: Final = 60.0


class TalkConsumer(SessionConsumer):
    """A page of a table that hears the talk and is counted among those who look."""

    match_id: int
    token: str
    language: str
    talk = ""

    async def join_talk(self, line: int | None) -> None:
        """Hears the talk from now on, having read it up to this line."""
        self.heard = Heard(line)
        self.looking = ""
        self.glance: asyncio.Task[None] | None = None
        self.told_at = time.monotonic()
        self.talk = talk_group(self.match_id)
        await self.channel_layer.group_add(self.talk, self.channel_name)

    async def leave_talk(self) -> None:
        """Goes."""
        talk, self.talk = self.talk, ""
        if not talk:
            return
        if self.glance is not None:
            self.glance.cancel()
        await self.channel_layer.group_discard(talk, self.channel_name)
        await database_sync_to_async(be_gone)(match_id=self.match_id, connection=self.channel_name)

    async def ask_for_talk(self, line: int | None) -> None:
        """Hear which line a browser shows last: it gets newer ones, and its person is known to be there still."""
        is_same = line is not None and line == self.heard.last
        if is_same and time.monotonic() - self.told_at < RECHECKED_SECONDS:
            return
        if line is not None:
            self.heard = self.heard.up_to(line)
        await self.send_news()

    def come_in(self, match: Match) -> TalkNews:
        """Be counted among those who look, and return what was said meanwhile."""
        user = self.scope["user"] if isinstance(self.scope["user"], User) else None
        be_present(match_id=match.pk, user=user, connection=self.channel_name)
        return draw_news(match, self.scope["user"], self.language, self.heard)

    async def table_talk(self, message: dict[str, Any]) -> None:
        """Somebody said something, or something that was said is no longer to be read."""
        if message.get("anew"):
            self.heard = self.heard.anew()
        await self.send_news(message["line"])

    async def table_looking(self, message: dict[str, Any]) -> None:
        """Somebody came or went: looks up in a moment, once for all who do so together."""
        if self.glance is None:
            self.glance = asyncio.create_task(self.look_around())

    async def look_around(self) -> None:
        """Send who is looking, if that is not what the browser shows."""
        await asyncio.sleep(PAUSE_BEFORE_LOOKING)
        self.glance = None  # whoever comes from now on may be missing in what is drawn
        looking = await database_sync_to_async(draw_looking)(self.match_id, self.language)
        if looking != self.looking:
            self.looking = looking
            await self.send(text_data=looking)

    async def send_news(self, line: int | None = None) -> None:
        """Send what was said since; close for whoever may no longer see the table."""
        if not self.talk:
            return  # a page that is just coming in gets all of it then, whatever the table tells it meanwhile
        self.told_at = time.monotonic()
        news = await database_sync_to_async(self.draw_news)(line)
        if news is None:
            await self.close()
        else:
            await self.tell(news)

    async def tell(self, news: TalkNews) -> None:
        """Send what is new."""
        self.heard = news.heard
        if news.html:
            await self.send(text_data=news.html)

    def draw_news(self, line: int | None) -> TalkNews | None:
        """Return what this viewer has not heard yet."""
        match = find_table(self.match_id, self.scope["user"], self.token)
        return draw_news(match, self.scope["user"], self.language, self.heard, line) if match else None
