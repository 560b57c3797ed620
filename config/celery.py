"""The Celery app: a doorbell for work that lies due in the database."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("dream_factory")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The current app is known by thread; the default one is what web and worker threads fall back to.
app.set_default()


@worker_ready.connect
def sweep_at_start(**kwargs: Any) -> None:
    """What fell due while nobody worked is not kept waiting for the next beat."""
    app.send_task("games.tasks.sweep")
