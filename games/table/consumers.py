"""The socket of a table in play: it sends what a browser lacks, and listens to nothing it does not know."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.template.loader import render_to_string

from games.broadcast import table_group
from games.models import Match
from games.play.selectors.visibility import find_table, seat_number_of
from games.table.forms import read_looking, read_standing
from games.table.next_table import draw_next
from games.table.rendering import Standing, changes
from games.talk.consumers import CompanyConsumer
from games.talk.forms import read_line, read_line_number
from games.talk.presence import look


class TableConsumer(CompanyConsumer):
    """Shows one viewer a table in play: whenever it changes, the parts that this browser lacks."""

    group = ""
    hears_own = True
    is_over = False
    is_closed = False
    next_table: str | None = None

    async def connect(self) -> None:
        """Lets in who may see the table, and learns who looks and in which language."""
        self.match_id: int = self.scope["url_route"]["kwargs"]["pk"]
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.token = asked.get("token", [""])[0]
        language = asked.get("language", [""])[0]
        self.language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.seen: Standing | None = None
        match = await database_sync_to_async(find_table)(self.match_id, self.scope["user"], self.token)
        if match is None or not match.has_begun or match.is_closed:
            await self.close()
            return
        self.group = table_group(self.match_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.join_session()
        await self.accept()
        await self.join_company(read_line_number(asked.get("line", [""])[0]))

    async def disconnect(self, code: int) -> None:
        """Leaves the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)
        await self.leave_company()
        await self.leave_session()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """A browser says what it shows, and gets what it lacks; anything else is ignored."""
        if not await self.may_speak():
            return
        self.seen = read_standing(text_data or "") or self.seen
        await self.send_lacking(is_looking=read_looking(text_data or ""))
        await self.ask_company(read_line(text_data or ""))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Draws anew, unless this browser has seen as much already: messages are doubled, and overtake each other."""
        if self.has_seen(Standing(message["number"], message["version"])):
            return
        await self.send_lacking()
        if self.is_over:  # the spectators' talk is open to all now, and there may be a rematch
            await self.send_news()

    def has_seen(self, told: Standing) -> bool:
        """Whether all that is told was shown already: neither of the two numbers ever falls."""
        return self.seen is not None and self.seen.number >= told.number and self.seen.version >= told.version

    async def own_changed(self, message: dict[str, Any]) -> None:
        """Show the way to another table that waits for the viewer; of this one they hear as everybody does."""
        if message["match"] != self.match_id:
            await self.send_lacking()

    async def send_lacking(self, *, is_looking: bool = False) -> None:
        """Sends the parts that differ from what the browser has seen, or that nothing does."""
        html, standing, next_table = await database_sync_to_async(self.draw_lacking)(is_looking)
        is_same = standing == self.seen and self.next_table in (None, next_table)
        self.next_table = next_table
        if html is None:
            await self.leave()
        elif is_same:
            await self.send_json({"same": True})
        else:
            self.seen = standing
            await self.send(text_data=html)

    async def leave(self) -> None:
        """Ends for whoever sees no table here any more; the page of one that was set aside says so when loaded anew."""
        if self.is_closed:
            await self.send_json({"gone": True})
        await self.close()

    def draw_lacking(self, is_looking: bool) -> tuple[str | None, Standing | None, str]:
        """What changed, as out-of-band swaps, and the way to the next table; None for whoever may no longer see it."""
        match = find_table(self.match_id, self.scope["user"], self.token)
        self.is_closed = match is not None and match.is_closed
        if match is None or self.is_closed:
            return None, None, ""
        self.is_over = match.status == Match.Status.FINISHED
        viewer = seat_number_of(match, self.scope["user"])
        lacking = changes(match, viewer, self.language, self.seen)
        if is_looking and viewer is not None:
            look(match=match, user=self.scope["user"])
        next_table = draw_next(match, viewer, self.scope["user"], self.language)
        shown = {"drawing": lacking, "next_table": next_table}
        return render_to_string("games/table/changes.html", shown), lacking.standing, next_table
