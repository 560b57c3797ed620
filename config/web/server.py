"""Daphne with our own requests and sockets."""

# Daphne comes first: it chooses Twisted's reactor.
from daphne import server as daphne  # isort: skip

import gc
import socket
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from channels.routing import get_default_application

from config.web.draining import Draining
from config.web.failures import tell_of_failures
from config.web.requests import SiteFactory
from config.web.sockets import LARGEST_FRAME, SiteSocketFactory
from config.web.warming import warm_up

# When many come at once some wait to be let in; those who would wait in vain are refused (config.web.door).
HANDSHAKE_SECONDS: Final = 15

# Daphne makes what its module calls by these names, and offers no other way to hand in one's own.
daphne.HTTPFactory = SiteFactory
daphne.WebSocketFactory = SiteSocketFactory


# So many new objects are looked through at once for what only refers to itself: mostly there is nothing.
GARBAGE_ROUNDS: Final = (20_000, 20, 20)


def spare_garbage_rounds() -> None:
    """Leave alone what was loaded: it stays, and looking through it again and again would cost moves their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_ROUNDS)


class SiteServer(daphne.Server):
    """A server that knows where it listens, so that it can stop to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, signal_handlers=False, **kwargs)
        self.ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        """Keep the port."""
        self.ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> Any:
        """Cancel what is still being done; over a connection where nothing is, Daphne would stumble and cancel none."""
        ended: Future[None] = Future()
        ended.set_result(None)
        for details in self.connections.values():
            details.setdefault("application_instance", ended)
        return super().kill_all_applications()


def run(listener: socket.socket, announce: Callable[[], None]) -> None:
    """Serve pages and sockets until Ctrl-C or SIGTERM."""
    application = get_default_application()  # loaded only now: it looks for the collected static files
    warm_up()
    spare_garbage_rounds()
    server = SiteServer(
        application,
        # Handed over for good: while any copy is open, the system lets visitors in for whom nobody is there.
        endpoints=[f"fd:fileno={listener.detach()}"],
        websocket_max_message_size=LARGEST_FRAME,
        websocket_max_frame_size=LARGEST_FRAME,
        application_close_timeout=10,  # hundreds may leave in the same moment
        websocket_handshake_timeout=HANDSHAKE_SECONDS,
        ready_callable=announce,
    )
    Draining(server).listen_to_signals()
    tell_of_failures()
    server.run()
