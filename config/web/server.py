"""Daphne with our own requests and sockets."""

# Daphne comes first: it chooses Twisted's reactor.
from daphne import server as daphne  # isort: skip

import os
import socket
from collections.abc import Callable
from typing import Any

from channels.routing import get_default_application

from config.web.requests import SiteFactory
from config.web.sockets import LARGEST_FRAME, SiteSocketFactory

# Daphne makes what its module calls by these names, and offers no other way to hand in one's own.
daphne.HTTPFactory = SiteFactory
daphne.WebSocketFactory = SiteSocketFactory


class SiteServer(daphne.Server):  # type: ignore[misc]
    """The server of pages and sockets."""

    def kill_all_applications(self) -> Any:
        """Forget first who has sent but half a request: there is no application to end, and Daphne expects one."""
        self.connections = {
            protocol: details for protocol, details in self.connections.items() if "application_instance" in details
        }
        return super().kill_all_applications()


def run(listener: socket.socket, announce: Callable[[socket.socket], None]) -> None:
    """Serve pages and sockets until Ctrl-C or SIGTERM."""
    SiteServer(
        get_default_application(),  # loaded only now: it looks for the collected static files
        endpoints=[f"fd:fileno={os.dup(listener.fileno())}"],  # Daphne closes what it is given
        websocket_max_message_size=LARGEST_FRAME,
        websocket_max_frame_size=LARGEST_FRAME,
        application_close_timeout=2,
        ready_callable=lambda: announce(listener),
    ).run()
