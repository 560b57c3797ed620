"""The Celery app: tasks start work that lies due in the database at once."""

import logging.config
import os
import signal
import time
from types import FrameType
from typing import Any

from billiard import current_process
from celery import Celery, Task
from celery.signals import (
    beat_init,
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
)
from django.conf import settings

from config.following import HEADER, NOBODY, follow
from config.messaging import expect_shared
from config.metrics import tasks
from config.occurrences import SLOW_SECONDS
from config.task_queue import enqueue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

FINALIZING_SECONDS = 0.01

logger = logging.getLogger("site.tasks")
pulses: list[Any] = []
began: dict[str | None, float] = {}  # when tasks that are being done were begun

app = Celery("dream_factory")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The current app is known by thread; the default one is what web and worker threads fall back to.
app.set_default()


@setup_logging.connect
def write_down_as_the_site_does(**kwargs: Any) -> None:
    """Workers and beat have no log of their own making."""
    logging.config.dictConfig(settings.LOGGING)


@celeryd_init.connect
@beat_init.connect
def expect_company(**kwargs: Any) -> None:
    """Stop a worker or a beat that nobody could hear; the worker inside of `serve` is not asked."""
    expect_shared(settings.REDIS_URL)


@celeryd_init.connect
def stop_in_time(**kwargs: Any) -> None:
    """Before its processes are started: they inherit what is promised."""
    from config.stopping import promise_to_stop  # only here: no other process has a pool

    promise_to_stop()


@celeryd_init.connect
def read_templates_in_time(**kwargs: Any) -> None:
    """Before its processes are started: they share what was read. The worker inside of `serve` has the server's."""
    from config.reading_templates import read_templates  # only now: Django is set up

    if not settings.DEBUG:
        read_templates()


@worker_ready.connect
def sweep_at_start(**kwargs: Any) -> None:
    """Sweep at once: what fell due while nobody worked does not wait for the next beat."""
    enqueue("games.tasks.sweep")


@worker_process_init.connect
def leave_stopping_to_the_owner(**kwargs: Any) -> None:
    """Supervisors ask whole groups to stop: the worker does it, after its processes have finished what they do.

    Only SIGKILL ends one of them before that. Tasks are short, and what is cut short lies due in the database.
    """
    if is_child():  # a worker that does its tasks itself is its own owner
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def is_child() -> bool:
    """Tell whether this is one of the processes of a worker, not the worker itself."""
    return current_process().name != "MainProcess"


@worker_process_init.connect
def tell_that_a_worker_lives(**kwargs: Any) -> None:
    """Have every process of the worker tell of itself until it ends."""
    if is_child():
        _start_pulse("worker")


@worker_process_shutdown.connect
def tell_that_a_worker_ends(**kwargs: Any) -> None:
    """Say goodbye: what a process of the worker leaves to be done at its exit is not done."""
    while pulses:
        pulses.pop().stop()


def _start_pulse(kind: str) -> None:
    from config.pulses import start_pulse  # only now: it needs the apps, which need this app

    pulses.append(start_pulse(kind))


@task_prerun.connect
def follow_task(task: Task[Any, Any], **kwargs: Any) -> None:
    """Do it for whoever asked for it, and look at the clock."""
    follow((task.request.headers or {}).get(HEADER) or NOBODY)
    began[task.request.id] = time.perf_counter()


@task_postrun.connect
def measure_task(task: Task[Any, Any], state: str | None = None, **kwargs: Any) -> None:
    """Count it; one that took long is worth a line."""
    now = time.perf_counter()
    seconds = now - began.pop(task.request.id, now)
    tasks.labels(task.name).observe(seconds)
    level = logging.INFO if seconds >= SLOW_SECONDS else logging.DEBUG
    facts = {"task": task.name, "seconds": round(seconds, 4), "state": state}
    logger.log(level, "%s: %s in %.0f ms", task.name, state, seconds * 1000, extra={"facts": facts})
    follow(NOBODY)


@beat_init.connect
def stop_beat_when_asked(**kwargs: Any) -> None:
    """Celery's own handler exits wherever beat happens to be, and a finalizer swallows that: beat would go on."""
    for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(asked, exit_outside_finalizers)
    _start_pulse("beat")


def exit_outside_finalizers(asked: int, frame: FrameType | None) -> None:
    """Exit now, or if an object is just being finalized, in a moment."""
    while frame:
        if frame.f_code.co_name == "__del__":
            signal.setitimer(signal.ITIMER_REAL, FINALIZING_SECONDS)
            return
        frame = frame.f_back
    raise SystemExit
