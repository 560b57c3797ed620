"""Sockets: what they read is limited in size and rate, what they send is not."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, Final

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

LARGEST_FRAME: Final = 64 * 1024
TOO_MANY_FRAMES: Final = 4429
SERVICE_RESTART: Final = 1012
# A page asks three times a minute; whoever sends more than this is not a page of ours.
FRAMES: Final = 30
IN_SECONDS: Final = 10.0


class SiteSocket(WebSocketProtocol):
    """A socket that cuts off whoever floods it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.frames: deque[float] = deque(maxlen=FRAMES)
        self.is_flooded = False

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        """Forget a subprotocol: no page of ours asks for one, and the library stumbles over what is not ASCII."""
        request.headers.pop("sec-websocket-protocol", None)
        return super().onConnect(request)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send a message as a frame of whatever size: the library's limit is meant for what comes in."""
        self.beginMessage(isBinary=binary)
        self.sendMessageFrame(content if isinstance(content, bytes) else content.encode())
        self.endMessage()

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with whatever code: the library keeps some to itself, such as 1011 for what failed."""
        self.sendCloseFrame(code=1000 if code is None else code)

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802
        """Count every frame, also the pieces of a message that never ends."""
        self.count_frame()
        super().onMessageFrameBegin(length)

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        """Answer, but not for ever."""
        self.count_frame()
        super().onPing(payload)

    def onPong(self, payload: bytes) -> None:  # noqa: N802
        """Count it: a page sends one for each of our own pings."""
        self.count_frame()
        super().onPong(payload)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Hand on what comes in time; text that is not UTF-8 never gets here."""
        if not self.is_flooded:
            super().onMessage(payload, isBinary)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read nothing more of a flood; the connection is dropped in a moment."""
        if not self.is_flooded:
            super().dataReceived(data)

    def ask_to_come_back(self) -> None:
        """Tell the page that the server restarts; one that is still being let in is cut off, and asks elsewhere."""
        if self.state == self.STATE_CONNECTING:
            self.dropConnection(abort=True)
        else:
            self.sendCloseFrame(SERVICE_RESTART)

    def count_frame(self) -> None:
        """Close when more frames come than a page sends."""
        now = time.monotonic()
        if len(self.frames) == FRAMES and now - self.frames[0] < IN_SECONDS and not self.is_flooded:
            self.is_flooded = True
            self.sendClose(TOO_MANY_FRAMES)
        self.frames.append(now)


class SiteSocketFactory(WebSocketFactory):
    """Makes our sockets instead of Daphne's."""

    protocol = SiteSocket
