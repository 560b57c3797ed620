"""What is written down, and how much of it."""

import logging
from typing import Any

from django.core.exceptions import SuspiciousOperation


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
    """What a stranger did wrong is one line: where in our code it was refused tells nobody anything."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Leave the traceback away."""
        if record.exc_info and isinstance(record.exc_info[1], SuspiciousOperation):
            record.exc_info, record.exc_text = None, None
        return True
