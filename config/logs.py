"""What is written down, and how much of it."""

import logging
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError


def configure(level: str, *, debug: bool) -> dict[str, Any]:
    """Give the settings of the log. In development the servers' chatter would hide what matters."""
    chatter = "WARNING" if debug else level
    # Two lines for every task and one for every sweep say only that time passes.
    routine = "WARNING" if level == "INFO" else chatter
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
        "filters": {"short": {"()": "config.logs.ShortRefusals"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["short"]}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne": {"level": chatter},
            "celery": {"level": chatter},
            "celery.worker.strategy": {"level": routine},
            "celery.app.trace": {"level": routine},
            "celery.beat": {"level": routine},
            "celery.worker.control": {"level": "ERROR"},  # it warns of every stop of the embedded worker
        },
    }


class ShortRefusals(logging.Filter):
    """What a stranger did wrong is one line, and so is a database that is away: where in our code it was tells nothing.

    A full disk would otherwise be filled up by the log of it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Leave the traceback away; of the database keep what it said."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (OperationalError, InterfaceError)):
            said = (str(error).strip().splitlines() or [""])[0]
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__}: {said})", None
        if isinstance(error, (SuspiciousOperation, OperationalError, InterfaceError)):
            record.exc_info, record.exc_text = None, None
        return True
