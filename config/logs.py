"""What is written down, how much of it, and in which form: lines for people, or JSON for whoever collects them."""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http.multipartparser import MultiPartParserError

from config import occurrences
from config.following import current
from config.metrics import errors

LINE: Final = "{asctime} {levelname} {name} [{request_id}]: {message}"
# Where Django writes of requests that it took for an attack: each kind has a name of its own below this one.
REFUSALS: Final = "django.security."
# What visitors did wrong, whoever says so.
REFUSED: Final = (BadRequest, MultiPartParserError, PermissionDenied, SuspiciousOperation)


def configure(level: str, *, debug: bool, as_json: bool = False, alarms: str = "") -> dict[str, Any]:
    """Give the settings of the log. In development the servers' chatter would hide what matters."""
    chatter = "WARNING" if debug else level
    # Two lines for every task and one for every sweep say only that time passes.
    routine = "WARNING" if level == "INFO" else chatter
    handlers: dict[str, dict[str, Any]] = {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if as_json else "line",
            "filters": ["short", "followed"],
        },
        "noted": {"class": "config.logs.NoteErrors", "level": "ERROR", "filters": ["ours", "short", "followed"]},
    }
    if alarms:
        handlers["alarms"] = {"class": alarms, "level": "ERROR", "filters": ["ours", "short", "followed"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": LINE, "style": "{"}, "json": {"()": "config.logs.JsonLines"}},
        "filters": {
            "ours": {"()": "config.logs.OurErrors"},
            "short": {"()": "config.logs.ShortRefusals"},
            "followed": {"()": "config.logs.Followed"},
        },
        "handlers": handlers,
        "root": {"handlers": list(handlers), "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne": {"level": chatter},
            "celery": {"level": chatter},
            "site": {"level": chatter},
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
        if isinstance(error, (*REFUSED, OperationalError, InterfaceError)):
            record.exc_info, record.exc_text = None, None
        return True


class OurErrors(logging.Filter):
    """Operators are told of what failed here, not of what was refused because no page of ours would send it.

    Django writes each such refusal down as an error in words of its own; a few made-up Hosts would use up all alarms.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Leave out what Django refused as suspicious."""
        return not record.name.startswith(REFUSALS)


class Followed(logging.Filter):
    """Every line says for which request it was written, and none says an address that is itself a key."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id, and name a page by its pattern where Django names it by its address."""
        request = getattr(record, "request", None)
        if not hasattr(record, "request_id"):  # Django writes of a request when it is answered already
            record.request_id = getattr(request, "request_id", current())
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            record.args = tuple(describe(request) if word == path else word for word in record.args)
        return True


def describe(request: Any) -> str:
    """Return the address of a page without what nobody may read: numbers stay, names and keys do not."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return "(no such page)"
    described = f"/{match.route}"
    for name, value in match.captured_kwargs.items():
        if isinstance(value, int):
            described = described.replace(f"<int:{name}>", str(value))
    return described


class JsonLines(logging.Formatter):
    """One object a line: the moment, level, logger, message and request, and whatever facts came with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": getattr(record, "request_id", current()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class NoteErrors(logging.Handler):
    """Counts what went wrong, and keeps the latest for the operator's page."""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line of it."""
        errors.labels(record.name).inc()
        what = record.getMessage().partition("\n")[0]
        if record.exc_info and record.exc_info[0]:
            what = f"{what} ({record.exc_info[0].__name__})"
        occurrences.note_error(what, getattr(record, "request_id", current()))
