"""The id of a request: it follows what somebody asked for through page, socket and task, and stands in every line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import uuid4

HEADER: Final = "X-Request-ID"
NOBODY: Final = "-"
# What a proxy of ours may hand in; anything else would let strangers write into the log.
GIVEN: Final = re.compile(r"[0-9A-Za-z-]{8,64}")

_request_id: ContextVar[str] = ContextVar("request_id", default=NOBODY)


def current() -> str:
    """Return the id of what is being done here."""
    return _request_id.get()


def new(given: str = "") -> str:
    """Return the id that a proxy gave, if it is one, and otherwise one of our own."""
    return given if GIVEN.fullmatch(given) else uuid4().hex


def follow(request_id: str) -> None:
    """Do from now on what this thread does for a request, until it is told otherwise."""
    _request_id.set(request_id)


@contextmanager
def following(request_id: str) -> Iterator[None]:
    """Do something for a request."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)
