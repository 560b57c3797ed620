"""The Celery app: tasks start work that lies due in the database at once."""

import logging.config
import os
import signal
from types import FrameType
from typing import Any

from billiard import current_process
from celery import Celery
from celery.signals import beat_init, setup_logging, worker_process_init, worker_ready
from django.conf import settings

from config.task_queue import enqueue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

FINALIZING_SECONDS = 0.01

app = Celery("dream_factory")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The current app is known by thread; the default one is what web and worker threads fall back to.
app.set_default()


@setup_logging.connect
def write_down_as_the_site_does(**kwargs: Any) -> None:
    """Workers and beat have no log of their own making."""
    logging.config.dictConfig(settings.LOGGING)


@worker_ready.connect
def sweep_at_start(**kwargs: Any) -> None:
    """Sweep at once: what fell due while nobody worked does not wait for the next beat."""
    enqueue("games.tasks.sweep")


@worker_process_init.connect
def leave_stopping_to_the_owner(**kwargs: Any) -> None:
    """Supervisors ask whole groups to stop: the worker does it, after its processes have finished what they do.

    Only SIGKILL ends one of them before that. Tasks are short, and what is cut short lies due in the database.
    """
    if current_process().name != "MainProcess":  # a worker that does its tasks itself is its own owner
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


@beat_init.connect
def stop_beat_when_asked(**kwargs: Any) -> None:
    """Celery's own handler exits wherever beat happens to be, and a finalizer swallows that: beat would go on."""
    for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(asked, exit_outside_finalizers)


def exit_outside_finalizers(asked: int, frame: FrameType | None) -> None:
    """Exit now, or if an object is just being finalized, in a moment."""
    while frame:
        if frame.f_code.co_name == "__del__":
            signal.setitimer(signal.ITIMER_REAL, FINALIZING_SECONDS)
            return
        frame = frame.f_back
    raise SystemExit
