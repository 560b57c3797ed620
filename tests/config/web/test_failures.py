"""What fails inside the server, where nobody catches it, stands in the log."""

import gc
import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.logger import Logger, LogLevel, globalLogPublisher
from twisted.python import log
from twisted.python.failure import Failure

from config.web import server
from config.web.failures import tell, tell_of_failures


def fail() -> None:
    raise LookupError("lost")


def fail_in_what_reads_a_connection() -> None:
    log.callWithLogger(SimpleNamespace(logPrefix=lambda: "a connection"), fail)


def fail_later() -> None:
    waiting: Deferred[None] = maybeDeferred(fail)
    del waiting
    gc.collect()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    globalLogPublisher.removeObserver(tell)  # type: ignore[arg-type] # an interface of Zope's


@pytest.mark.parametrize("act", [fail_in_what_reads_a_connection, fail_later])
def test_it_is_told_once_with_its_traceback(
    act: Callable[[], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for part in ("get_default_application", "warm_up", "spare_garbage_rounds", "Draining"):
        monkeypatch.setattr(server, part, lambda *args: SimpleNamespace(listen_to_signals=lambda: None))
    monkeypatch.setattr(server, "SiteServer", lambda *args, **kwargs: SimpleNamespace(run=act))
    server.run(SimpleNamespace(detach=lambda: 0), lambda: None)
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("config.web.failures", logging.ERROR)
    assert record.exc_info
    assert record.exc_info[0] is LookupError
    assert 'raise LookupError("lost")' in caplog.text


def test_what_twisted_takes_for_usual_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    tell_of_failures()
    Logger().failure("A line broke", Failure(ConnectionResetError()), level=LogLevel.info)
    assert caplog.records == []
