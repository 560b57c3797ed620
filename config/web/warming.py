"""What whoever comes first after a start would wait for: it is loaded before anybody is let in.

A move is seen in a few milliseconds; reading templates, addresses and what queues a task takes a hundred, and each
process would do so in the middle of somebody's first moves.
"""

from typing import Final

from celery import current_app
from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

from config.reading_templates import our_templates, read_templates

# The folders of which moves draw.
OF_MOVES: Final = ("games/table", "games/events", "games/table_events")


def warm_up() -> None:
    """Load what the first moves need; no server is asked for anything, so none has to be there yet."""
    if settings.DEBUG:
        read_templates_of_moves()  # whoever writes another one sees it without a new start
    else:
        read_templates()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # all addresses are read with the first one, for each language anew
    load_queue()


def read_templates_of_moves() -> None:
    """Read the templates of tables in play and their logs."""
    for name in our_templates(*OF_MOVES):
        get_template(name)


def load_queue() -> None:
    """Have Celery load what it queues tasks with, which it does with the first one otherwise."""
    app = current_app
    _loaded = app.producer_pool, app.backend, app.connection_for_write().transport_cls, app.events.Dispatcher
