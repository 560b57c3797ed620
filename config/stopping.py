"""A worker that was asked to stop does: what its processes have in hand is finished, but not waited for without an end.

Celery waits for its processes as long as they take. A task may hang in a database that is locked, or in a network that
says nothing. And one whose broker was lost in the moment it was begun is forgotten by the worker, which never reads its
result, while its process waits half a minute to have it read: as long as supervisors wait before they kill.
"""

import faulthandler
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Any, Final

from billiard import active_children, pool
from celery.signals import worker_shutting_down
from django.conf import settings

# A process waits so long for its results to be read. Nothing is lost with them: what was done is in the database, and a
# task that the broker hands out again finds it there.
READ_WITHIN: Final = 3.0

logger = logging.getLogger(__name__)


def promise_to_stop() -> None:
    """Have this worker stop in time whenever it is asked to."""
    pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = round(
        READ_WITHIN / pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_INTERVAL
    )
    worker_shutting_down.connect(end_in_time)


def end_in_time(**kwargs: Any) -> None:
    """Begin to count when the worker is asked to stop."""
    ending = threading.Timer(settings.WORKER_STOP_SECONDS, end_now)
    ending.daemon = True  # a worker that stops by itself does not wait for it
    ending.start()


def end_now() -> None:
    """Tell what it is doing, and end it with its processes; what is cut short lies due in the database."""
    logger.error("The worker was asked to stop and did not within %g s: it is ended", settings.WORKER_STOP_SECONDS)
    faulthandler.dump_traceback(sys.__stderr__ or 2)
    for pid in [process.pid for process in active_children() if process.pid]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    os._exit(os.EX_SOFTWARE)
