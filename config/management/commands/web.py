"""Serve pages and sockets alone, beside a worker and a beat in processes of their own."""

# The server comes first: it chooses Twisted's reactor.
from config.web import server  # isort: skip

from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.listening import address, open_listener
from config.messaging import expect_shared
from config.pulses import beating


class Command(BaseCommand):
    """The Procfile's web process."""

    help = "Serve pages and sockets on HOST and PORT; `serve` does that and all the rest."

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        expect_shared(settings.REDIS_URL)
        with open_listener(settings.HOST, settings.PORT) as listener, beating("web", listener.getsockname()[1]):
            server.run(listener, partial(self.announce, address(listener)))

    def announce(self, place: str) -> None:
        """Print the address, at once even into a pipe."""
        self.stdout.write(f"Pages and sockets are served at {place}")
        self.stdout.flush()
