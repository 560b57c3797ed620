"""Requests: limited in length and time before anybody looks into them, and never parsed on the loop."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakSet

from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from twisted.web import http

# Bytes a second that the slowest honest connection brings; whoever trickles is cut off, whoever is merely slow is not.
SLOWEST: Final = 1000
# After a refusal the rest is thrown away for so long: closing at once would reset the connection before it is read.
FAREWELL_SECONDS: Final = 3.0


class SiteRequest(WebRequest):
    """A request whose body goes to Django as it came."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Twisted would parse forms right here, where everybody waits for it."""
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def process(self) -> Any:
        """Forget where a stranger says the site is mounted: that would end up in every link."""
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        return super().process()


class SiteChannel(http.HTTPChannel):
    """A connection on which one request after the other comes in, each within its time and length."""

    def __init__(self) -> None:
        super().__init__()
        self.began: float | None = None
        self.received = 0
        self.is_answering = False
        self.is_refused = False

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Look at length and time first; what comes after a refusal is thrown away."""
        if not (self.is_answering or self.is_refused):
            self.expect_end(len(data))
        if not self.is_refused:
            super().dataReceived(data)

    def expect_end(self, length: int) -> None:
        """Give a request its time in all, and more only for what it has brought."""
        now = self.factory.reactor.seconds()
        self.began = self.began or now
        self.received += length
        if self.received > settings.LARGEST_BODY + self.totalHeadersSize:
            self.refuse()
        else:
            ends = self.began + settings.REQUEST_SECONDS + self.received / SLOWEST
            self.setTimeout(max(0.0, ends - now))

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Refuse at once what says of itself that it is too long."""
        if (self.length or 0) > settings.LARGEST_BODY:
            self.refuse()
        else:
            super().allHeadersReceived()

    def checkPersistence(self, request: SiteRequest, version: bytes) -> bool:  # noqa: N802
        """Keep the connection for another request, unless the server stops."""
        if self.factory.is_stopping:
            request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
            return False
        return bool(super().checkPersistence(request, version))

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Leave the rest of a refused request unread."""
        if not self.is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        """Let the answer take its time; then the connection may idle for a while."""
        self.began, self.received, self.is_answering = None, 0, True
        self.setTimeout(settings.IDLE_SECONDS)  # what the connection goes back to once this is answered
        super().allContentReceived()

    def requestDone(self, request: SiteRequest) -> None:  # noqa: N802
        """Be ready for the next request."""
        self.is_answering = False
        super().requestDone(request)

    def refuse(self) -> None:
        """Say that it is too long, and no more."""
        self.is_refused = True
        transport: Any = self.transport
        transport.write(too_long())
        transport.loseWriteConnection()
        self.setTimeout(FAREWELL_SECONDS)


class SiteFactory(HTTPFactory):
    """Makes our connections and requests instead of Daphne's."""

    protocol = SiteChannel

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.timeOut = settings.REQUEST_SECONDS
        self.channels: WeakSet[SiteChannel] = WeakSet()
        self.is_stopping = False

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        channel = super().buildProtocol(addr)
        channel.requestFactory = SiteRequest
        self.channels.add(channel)
        return channel

    def let_go(self) -> None:
        """Keep no connection open for another request once this one, or the next where there is none, is answered."""
        self.is_stopping = True
        for channel in list(self.channels):
            if channel.requests:  # one that idles would be deaf to what is on its way
                channel.persistent = 0


def too_long() -> bytes:
    """Return the answer to a body that is too long, in every language: nobody has read which one is wanted."""
    lines = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            lines.append(_("This is too long for this site."))
    body = "".join(f"{line}\n" for line in lines).encode()
    head = "HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
