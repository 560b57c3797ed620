"""What goes wrong inside the server: Twisted drops the connection, and Daphne throws away what Twisted has to say."""

import logging
from typing import Any

from twisted.logger import LogLevel, globalLogPublisher

logger = logging.getLogger(__name__)


def tell_of_failures() -> None:
    """Hand on, from now on, what Twisted caught because nobody else did."""
    globalLogPublisher.addObserver(tell)  # type: ignore[arg-type] # an interface of Zope's


def tell(event: dict[str, Any]) -> None:
    """Write a failure down with its traceback; older parts of Twisted name it otherwise."""
    failure = event.get("log_failure") or event.get("failure")
    if failure is not None and event.get("log_level") is LogLevel.critical:
        told = (failure.type, failure.value, failure.getTracebackObject())
        logger.error("Something in the server failed", exc_info=told)
