"""The socket of a table in play: it sends what a browser lacks, takes answers, and ignores what it does not know."""

import time
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.messages import ERROR
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.utils import translation

from accounts.middleware import is_new_visit
from accounts.sanctions.sockets import person_behind
from games.models import Match
from games.play.consumers import SESSION_OVER
from games.play.selectors.visibility import Viewpoint, find_viewpoint
from games.table.answers import ANSWERS, AnswerRefused
from games.table.forms import SentAnswer, read_answer, read_looking, read_number, read_seen, read_version
from games.table.hub import Hub, Push, Wish, hubs
from games.table.next_table import draw_waiting, next_of
from games.table.rendering import TableVersion, as_swaps, changes
from games.talk.consumers import RECHECKED_SECONDS, TalkConsumer
from games.talk.forms import read_line, read_line_number
from games.talk.news import TalkNews
from games.talk.presence import look


class SessionEnded(Exception):
    """Whoever opened the socket may no longer act: logged out, banned, or with another password by now."""


class VisitDue(Exception):
    """Now and then somebody is noted to have been here, with their address: a post does that, so this one is posted."""


class Lacking(NamedTuple):
    """What a page lacks, drawn; and what it shows then."""

    html: str
    version: TableVersion
    next_table: str


class Arrival(NamedTuple):
    """What is found out about a page before it is let in: what it shows, what it lacks, and what was said meanwhile."""

    seen: TableVersion | None
    lacking: Lacking | None
    news: TalkNews


class TableConsumer(TalkConsumer):
    """Shows one viewer a table in play: whenever it changes, the parts that this browser lacks."""

    hub: Hub | None = None
    is_let_in = False  # who is still being let in cannot be sent anything
    seat: int | None = None  # whose eyes: settled when the socket opens, and when the table's version rises
    is_asked = False
    checked_at = 0.0  # when the database was last asked for this page
    looked_number = -1  # up to where its person is known to have looked
    hears_own = True
    is_over = False
    is_closed = False
    next_table: str | None = None
    is_alone = False  # no other table waited for the viewer when that was last looked up, and none was heard of since

    async def connect(self) -> None:
        """Lets in who may see the table, and learns who looks and in which language."""
        self.match_id: int = self.scope["url_route"]["kwargs"]["pk"]
        said = parse_qs(self.scope["query_string"].decode("latin-1"))
        asked = {name: values[0] for name, values in said.items()}
        self.token = asked.get("token", "")
        language = asked.get("language", "")
        self.language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.seen: TableVersion | None = None
        await self.join_session()
        await self.join_talk(read_line_number(asked.get("line", "")))
        self.hub = await hubs().join(self)
        arrival = await database_sync_to_async(self.enter)(asked)
        if arrival is None:
            await self.disconnect(SESSION_OVER)
            await self.close()
        else:
            await self.let_in(arrival)

    def enter(self, asked: dict[str, str]) -> Arrival | None:
        """Find out in one hop who looks and what their page lacks; nothing for whoever may not see the table."""
        viewpoint = find_viewpoint(self.match_id, self.scope["user"], self.token)
        if viewpoint is None or not viewpoint.match.has_begun or viewpoint.match.is_closed:
            return None
        self.seat, seen = viewpoint.seat, read_seen(asked)
        lacking = seen and self.draw_at(viewpoint, seen, is_looking=asked.get("looking") == "1")
        return Arrival(seen, lacking, self.come_in(viewpoint.match))

    async def let_in(self, arrival: Arrival) -> None:
        """Open the socket and send what the page lacks; one that has not said what it shows will ask."""
        await self.accept()
        self.is_let_in = True  # what was told of until now, the hub has not sent here
        if arrival.lacking is not None:
            self.seen = arrival.seen
            await self.send_drawn(arrival.lacking)
            if self.hub is not None and self.hub.newest != self.seen:
                await self.send_lacking()
        await self.tell(arrival.news)

    async def disconnect(self, code: int) -> None:
        """Leave the table."""
        hub, self.hub = self.hub, None
        if hub is not None:
            await hubs().leave(self)
        await self.leave_talk()
        await self.leave_session()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Give a browser that says what it shows what it lacks; ignore anything else."""
        if not await self.may_speak():
            return
        answer = read_answer(text_data or "")
        if answer is not None:
            await self.take_answer(answer)
            return
        said, is_looking = read_version(text_data or ""), read_looking(text_data or "")
        if self.is_current(said, is_looking=is_looking):
            await self.send_json({"same": True})
        else:
            self.seen = said or self.seen
            await self.send_lacking(is_looking=is_looking)
        await self.ask_for_talk(read_line(text_data or ""))

    async def take_answer(self, answer: SentAnswer) -> None:
        """Play what the page asks for, as if it had posted it, and show it to everybody; a refusal is told in words."""
        assert self.hub is not None
        try:
            await self.hub.play(partial(self.play, answer))
        except SessionEnded:
            await self.close(SESSION_OVER)
        except VisitDue:
            await self.send_json({"post": read_number(answer.form)})
        except AnswerRefused as refusal:
            await self.send_json({"refused": read_number(answer.form)})
            await self.send(text_data=draw_words(str(refusal), self.language))
            await self.send_lacking()

    def play(self, answer: SentAnswer) -> None:
        """Play for whoever is behind this socket now."""
        user = person_behind(self.scope)
        if user is None:
            raise SessionEnded
        if is_new_visit(user):
            raise VisitDue
        with translation.override(self.language):
            number = ANSWERS[answer.act](match_id=self.match_id, user=user, sent=answer.form, seat=self.seat)
        self.looked_number = max(self.looked_number, number)

    def is_current(self, said: TableVersion | None, *, is_looking: bool) -> bool:
        """Whether a page shows the newest that is known here, and nothing is to be noted: then nothing need be read."""
        if said is None or self.hub is None or said != self.hub.newest or said != self.seen:
            return False
        is_noted = self.seat is None or not is_looking or self.looked_number >= said.number
        return is_noted and time.monotonic() - self.checked_at < RECHECKED_SECONDS

    @property
    def wish(self) -> Wish:
        """What this browser is to be shown."""
        return Wish(self.seat, self.language, self.seen)

    async def show(self, push: Push) -> None:
        """Send what was drawn for this browser and others like it."""
        self.seen, self.is_over = push.version, push.is_over
        if self.hub is not None:
            self.hub.know(push.version)
        await self.send(text_data=push.html)

    def is_led_on(self, push: Push) -> bool:
        """Whether this one has stopped or begun to wait for the viewer, or has ended: then there is more to tell."""
        return push.is_over or (self.seat is not None and push.asks != self.is_asked)

    async def lead_on(self, push: Push) -> None:
        """Show the way to the next table; and at the end what spectators said, which is open to all then."""
        if push.asks != self.is_asked:
            self.is_asked = push.asks
            await self.show_next()
        if push.is_over:
            await self.send_news()

    async def show_next(self) -> None:
        """Look for the next table; not where none waited a moment ago, since one that begins to is heard of."""
        if self.is_alone or (self.is_asked and not self.next_table):
            return
        self.next_table = await database_sync_to_async(self.draw_next)()
        await self.send(text_data=self.next_table)

    async def look_again(self) -> None:
        """Ask anew who may see the table, and as whom; then show it."""
        await self.send_lacking()
        if self.is_over:
            await self.send_news()

    def has_seen(self, told: TableVersion) -> bool:
        """Whether all that is told was shown already: neither of the two numbers ever falls."""
        return self.seen is not None and self.seen.number >= told.number and self.seen.version >= told.version

    async def own_changed(self, message: dict[str, Any]) -> None:
        """Show the way to another table that waits for the viewer; of this one they hear as everybody does."""
        if message["match"] != self.match_id:
            self.is_alone = False
            await self.send_lacking()
            await super().own_changed(message)

    async def send_lacking(self, *, is_looking: bool = False) -> None:
        """Send the parts that differ from what the browser has seen, or that nothing does."""
        lacking = await database_sync_to_async(self.draw_lacking)(is_looking)
        if lacking is None:
            await self.leave()
        else:
            await self.send_drawn(lacking)

    async def send_drawn(self, lacking: Lacking) -> None:
        """Send what was drawn, or that there is nothing new."""
        self.checked_at = time.monotonic()
        if self.hub is not None:
            self.hub.know(lacking.version)
        is_same = lacking.version == self.seen and self.next_table in (None, lacking.next_table)
        self.seen, self.next_table = lacking.version, lacking.next_table
        if is_same:
            await self.send_json({"same": True})
        else:
            await self.send(text_data=lacking.html)

    async def leave(self) -> None:
        """End for whoever sees no table here any more; the page of one that was set aside says so when loaded anew."""
        if self.is_closed:
            await self.send_json({"gone": True})
        await self.close()

    def draw_lacking(self, is_looking: bool) -> Lacking | None:
        """Read the table and draw what changed; nothing for whoever may no longer see it."""
        viewpoint = find_viewpoint(self.match_id, self.scope["user"], self.token)
        self.is_closed = viewpoint is not None and viewpoint.match.is_closed
        if viewpoint is None or self.is_closed:
            return None
        return self.draw_at(viewpoint, self.seen, is_looking=is_looking)

    def draw_at(self, viewpoint: Viewpoint, seen: TableVersion | None, *, is_looking: bool) -> Lacking:
        """Draw what a page lacks that shows so much, with the way to the next table."""
        match, self.seat = viewpoint
        self.is_over = match.status == Match.Status.FINISHED
        self.is_asked = match.asks(self.seat)
        lacking = changes(match, self.seat, self.language, seen)
        if is_looking and self.seat is not None:
            look(match=match, user=self.scope["user"])
            self.looked_number = match.number
        next_table = self.draw_next_of(match)
        return Lacking(as_swaps(lacking, next_table), lacking.version, next_table)

    def draw_next(self) -> str:
        """Return the way to another table that waits for the viewer."""
        match = Match(pk=self.match_id, status=Match.Status.RUNNING, turn_seat=self.seat if self.is_asked else None)
        return self.draw_next_of(match)

    def draw_next_of(self, match: Match) -> str:
        """Return the same as it stands at a table; whether there is none is remembered."""
        if self.seat is None:
            return ""
        waiting = next_of(match, self.seat, self.scope["user"])
        self.is_alone = waiting is None and not self.is_asked
        return draw_waiting(waiting, self.language)


def draw_words(words: str, language: str) -> str:
    """Return what is to be said, at its place on the page."""
    with translation.override(language):
        return render_to_string("games/table/changes.html", {"swaps": "", "messages": [Message(ERROR, words)]})
