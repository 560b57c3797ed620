"""Sockets end with the session they were opened in: by logging out, from the list of sessions, or by staff."""

import time
from collections import deque
from contextlib import suppress
from typing import Any, Final

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.broadcast import own_group, person_group, session_group

SESSION_OVER: Final = 4401
FAILED: Final = 1011
TOO_MANY_WORDS: Final = 4429
# A page asks three times a minute; whoever says more than this is not a page of ours.
WORDS: Final = 30
IN_SECONDS: Final = 10.0


class SessionConsumer(AsyncJsonWebsocketConsumer):
    """A socket of somebody who came in by a session."""

    endings: tuple[str, ...] = ()
    hears_own = False  # whether its page shows, under the bell at least, which of the person's tables wait for them

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a page to its end; one that fails, or is cut off, leaves as all others do.

        Channels would not: its page would be counted among those who look for as long as the process lives.
        """
        try:
            await super().__call__(scope, receive, send)
        except BaseException:
            with suppress(StopConsumer):
                await self.websocket_disconnect({"code": FAILED})
            raise

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Act on a message. Channels would cross to a thread and back before, to look after connections.

        Whoever asks the database here does so in a thread of its own, which looks after its connection itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Let in everybody; whoever logs out or is banned hears no more."""
        await self.join_session()
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave."""
        await self.leave_session()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Ignore what a browser sends: most pages act by posts."""

    async def join_session(self) -> None:
        """Hears when the session ends, or every session of the person."""
        self.words: deque[float] = deque(maxlen=WORDS)
        key = self.scope["session"].session_key if "session" in self.scope else None
        person = self.scope["user"].pk if "user" in self.scope else None
        self.endings = (*([session_group(key)] if key else []), *([person_group(person)] if person else []))
        if person and self.hears_own:
            self.endings = (*self.endings, own_group(person))
        for group in self.endings:
            await self.channel_layer.group_add(group, self.channel_name)

    async def leave_session(self) -> None:
        """Hears no more."""
        endings, self.endings = self.endings, ()
        for group in endings:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def session_ended(self, message: dict[str, Any]) -> None:
        """Close: the session is over, and so is the socket."""
        await self.close(SESSION_OVER)

    async def own_changed(self, message: dict[str, Any]) -> None:
        """Tells that a table of the person's own waits for them, or no longer does."""
        await self.send_json({"type": "own.changed"})

    async def own_noticed(self, message: dict[str, Any]) -> None:
        """Tells that something new stands under the person's bell."""
        await self.send_json({"type": "own.noticed"})

    async def may_speak(self) -> bool:
        """Whether the browser keeps to a page's pace; a flood is cut off."""
        now = time.monotonic()
        if len(self.words) == WORDS and now - self.words[0] < IN_SECONDS:
            await self.close(TOO_MANY_WORDS)
            return False
        self.words.append(now)
        return True
