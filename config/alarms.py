"""Errors reach somebody: Sentry where there is one, otherwise the administrators by mail. Neither learns a secret."""

import logging
import time
import traceback
from hashlib import sha256
from threading import Lock, Thread
from typing import Any, Final

import sentry_sdk
from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger

from config.following import current
from config.logs import REFUSALS, describe

# The same error is mailed once in so many seconds, and each process sends no more than so many mails in that time.
QUIET_SECONDS: Final = 600.0
MOST_MAILS: Final = 5

logger = logging.getLogger(__name__)


class MailAdministrators(logging.Handler):
    """Mails an error with its traceback, but no variable, cookie or form: the log's own line says where to look."""

    def __init__(self) -> None:
        super().__init__()
        self.mailed: dict[str, float] = {}
        self.guard = Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Send it in a thread of its own: nobody waits for the mail server because something failed."""
        what = f"{record.name} {record.msg}"
        if record.name == __name__ or not self.is_news(what):
            return
        subject = f"[Dream Factory] {record.levelname}: {record.getMessage()}".partition("\n")[0][:150]
        Thread(target=tell_once, args=(what, subject, body_of(record)), name="alarm", daemon=True).start()

    def is_news(self, what: str) -> bool:
        """Tell whether it was not heard of here lately; a flood of different errors is told of a few times only."""
        now = time.monotonic()
        with self.guard:
            self.mailed = {told: at for told, at in self.mailed.items() if now - at < QUIET_SECONDS}
            if what in self.mailed or len(self.mailed) >= MOST_MAILS:
                return False
            self.mailed[what] = now
            return True


def tell_once(what: str, subject: str, body: str) -> None:
    """Send the mail, unless another process was first. While the cache is away each has only its own memory."""
    if cache.add(f"alarm.{sha256(what.encode()).hexdigest()}", True, QUIET_SECONDS):
        mail_administrators(subject, body)


def body_of(record: logging.LogRecord) -> str:
    """Return what an administrator needs to find it in the log."""
    lines = [record.getMessage(), "", f"Request: {getattr(record, 'request_id', current())}", f"Logger: {record.name}"]
    request = getattr(record, "request", None)
    if request is not None:
        lines.append(f"Page: {request.method} {describe(request)}")
    if record.exc_info and record.exc_info[0]:
        lines += ["", "".join(traceback.format_tb(record.exc_info[2])), record.exc_info[0].__name__]
    minutes = round(QUIET_SECONDS / 60)
    return "\n".join([*lines, "", f"Of the same error you are told again after {minutes} minutes at the earliest."])


def mail_administrators(subject: str, body: str) -> None:
    """Send the mail, or say in the log that nobody was told."""
    try:
        send_mail(subject, body, settings.SERVER_EMAIL, settings.ALARM_MAILS)
    except OSError as problem:
        logger.warning("No administrator could be told of an error: %s", problem)


def tell_sentry(dsn: str, release: str) -> None:
    """Have errors sent to Sentry: where they happened and for which request, and nothing of what anybody sent."""
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        integrations=[DjangoIntegration(), CeleryIntegration(), LoggingIntegration(level=None)],
        auto_enabling_integrations=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=scrub,
    )
    ignore_logger(__name__)
    ignore_logger(f"{REFUSALS}*")


def scrub(event: Any, hint: dict[str, Any]) -> Any:
    """Take out what could be a secret: cookies, headers, query, form, person, and words that hold what was sent."""
    record = hint.get("log_record")
    request = event.pop("request", {})
    for key in ("user", "breadcrumbs", "extra", "server_name"):
        event.pop(key, None)
    event.setdefault("tags", {})["request_id"] = getattr(record, "request_id", current())
    if request.get("method"):
        event["request"] = {"method": request["method"]}
    for problem in (event.get("exception") or {}).get("values", []):
        problem["value"] = ""  # it may quote what somebody sent; the traceback and the log say the rest
    return event
