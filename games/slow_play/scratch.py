"""A database in memory, for what shall leave no trace in the site's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def scratch_database() -> Iterator[None]:
    """Let everything in this thread go to an empty database that is gone afterwards."""
    site: dict[str, Any] = connections.settings[DEFAULT_DB_ALIAS]
    _turn_to({**site, "ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {}})
    try:
        _make_tables()
        yield
    finally:
        _turn_to(site)


def _turn_to(database: dict[str, Any]) -> None:
    connections[DEFAULT_DB_ALIAS].close()
    connections.settings[DEFAULT_DB_ALIAS] = database
    del connections[DEFAULT_DB_ALIAS]


def _make_tables() -> None:
    """Make them as the models have them now: nothing is there that migrations would have to carry over."""
    with connections[DEFAULT_DB_ALIAS].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
