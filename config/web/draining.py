"""Ending a web process so that nobody notices more than a reconnection.

Nobody new is let in, pages that are being made are finished, and open sockets are told that the server restarts: their
pages come back by themselves, to another process or to this one's successor. A second signal ends it at once.
"""

from __future__ import annotations

import logging
import signal
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from twisted.internet import reactor as twisted_reactor
from twisted.internet.main import CONNECTION_DONE
from twisted.python.failure import Failure

from config.web.sockets import SiteSocket

if TYPE_CHECKING:
    from config.web.server import SiteServer

# Longer than any page takes, shorter than supervisors wait before they kill.
DRAIN_SECONDS: Final = 8.0
# So long at least, so that whatever was sent before the signal is read and answered.
LEAST_SECONDS: Final = 0.3
LOOKED_EVERY: Final = 0.05
# More than can wait to be let in (config/listening.py).
ALL_WHO_WAIT: Final = 1024

logger = logging.getLogger(__name__)
reactor: Any = twisted_reactor


class Draining:
    """What happens between a signal and the end."""

    def __init__(self, server: SiteServer) -> None:
        self.server = server
        self.ends_at: float | None = None

    def listen_to_signals(self) -> None:
        """Take over from whoever would stop the server on the spot."""
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, self.hear)

    def hear(self, asked: int, frame: FrameType | None) -> None:
        """Do it where everything else is done: a signal comes in the middle of anything."""
        reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Let nobody in any more, and ask those who are here to go."""
        if self.ends_at is not None or not reactor.running:
            self.server.stop()
            return
        self.ends_at = reactor.seconds() + DRAIN_SECONDS
        for port in self.server.ports:
            close(port)
        self.server.http_factory.let_go()
        sockets = [one for one in self.server.connections if isinstance(one, SiteSocket)]
        for socket in sockets:
            socket.ask_to_come_back()
        logger.info("Stopping: %d sockets are asked to come back, pages that are being made are finished", len(sockets))
        reactor.callLater(LEAST_SECONDS, self.wait)

    def wait(self) -> None:
        """Stop as soon as nobody is busy, or when it has taken too long."""
        assert self.ends_at is not None
        if not self.busy() or reactor.seconds() >= self.ends_at:
            self.server.stop()
        else:
            reactor.callLater(LOOKED_EVERY, self.wait)

    def busy(self) -> int:
        """Return how many pages are being made, and how many sockets have not said goodbye."""
        applications = (details.get("application_instance") for details in self.server.connections.values())
        return sum(one is not None and not one.done() for one in applications)


def close(port: Any) -> None:
    """Let in whoever is connected already, and refuse all who come later."""
    port.numberAccepts = ALL_WHO_WAIT
    port.doRead()
    # As stopListening() does, which would let some more connect first and cut them off.
    port.connectionLost(Failure(CONNECTION_DONE))
