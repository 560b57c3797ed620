"""Serve the whole site from one process."""

# The server comes first: it chooses Twisted's reactor.
from config.web import server  # isort: skip

import socket
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.celery import app
from config.embedded import EmbeddedWorker
from config.listening import address, is_private, open_listener
from config.pulses import beating
from config.welcome import welcome
from games.demo.matches import make_demo
from games.operations.ledger import keep_ledger


class Command(BaseCommand):
    """Pages and sockets in the main thread, Celery's worker and beat in two others."""

    help = "Serve pages, sockets, worker and beat in one process, on HOST and PORT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer to make everything ready first."""
        parser.add_argument(
            "--prepare", action="store_true", help="first migrate, and collect static files outside development"
        )

    def handle(self, *args: Any, prepare: bool, **options: Any) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        with open_listener(settings.HOST, settings.PORT) as listener:
            if prepare:
                make_ready()
                if settings.DEMO and is_private(listener):
                    make_demo()
            words = welcome(address(listener), private=is_private(listener))
            serve(listener, partial(self.announce, words))

    def announce(self, lines: Iterable[str]) -> None:
        """Print the address, at once even into a pipe."""
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()


def make_ready() -> None:
    """Bring database and static files up to date."""
    call_command("migrate", verbosity=0)
    keep_ledger()  # in a new database before anything is stored: then it is known from the first entry on
    if not settings.DEBUG:
        call_command("collectstatic", verbosity=0, interactive=False)


def serve(listener: socket.socket, announce: Callable[[], None]) -> None:
    """Run the web server here and the worker beside it."""
    get_channel_layer()  # made once, before two threads could each make their own
    worker = EmbeddedWorker(app)
    worker.start()
    with beating("serve", listener.getsockname()[1]):
        server.run(listener, announce)
    worker.stop()
