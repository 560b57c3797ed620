"""What whoever comes first after a start would wait for: it is loaded before anybody is let in.

A move is seen in a few milliseconds; reading templates, addresses and what queues a task takes a hundred, and each
process would do so in the middle of somebody's first moves.
"""

from collections.abc import Iterator
from typing import Final

from celery import current_app
from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

# The folders of which moves draw.
OF_MOVES: Final = ("games/table", "games/events", "games/table_events")


def warm_up() -> None:
    """Load what the first moves need; no server is asked for anything, so none has to be there yet."""
    for name in templates_of_moves():
        get_template(name)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # all addresses are read with the first one, for each language anew
    load_queue()


def templates_of_moves() -> Iterator[str]:
    """Name the templates of tables in play and their logs."""
    root = settings.BASE_DIR / "templates"
    for folder in OF_MOVES:
        yield from (path.relative_to(root).as_posix() for path in sorted((root / folder).rglob("*.html")))


def load_queue() -> None:
    """Have Celery load what it queues tasks with, which it does with the first one otherwise."""
    app = current_app
    _loaded = app.producer_pool, app.backend, app.connection_for_write().transport_cls, app.events.Dispatcher
