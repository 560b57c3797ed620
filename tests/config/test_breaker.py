"""The circuit breaker: after a failure nobody waits for Redis, until one finds it back."""

import time

import pytest
from celery import current_app
from kombu.exceptions import OperationalError

from config.breaker import Breaker, redis_breaker
from config.task_queue import enqueue


class Server:
    """A server that fails while it is away, and counts who asks."""

    def __init__(self) -> None:
        self.asked = 0
        self.error: Exception | None = OperationalError("nobody there")

    def answer(self) -> str:
        self.asked += 1
        if self.error is not None:
            raise self.error
        return "here"


def ask(breaker: Breaker, server: Server) -> str:
    return breaker.attempt(server.answer, "otherwise", lost="so nothing happens")


@pytest.mark.parametrize("error", [OperationalError(), ConnectionRefusedError(), TimeoutError()])
def test_after_a_failure_nobody_asks_for_a_while(error: Exception) -> None:
    breaker, server = Breaker(retry_seconds=60), Server()
    server.error = error
    assert [ask(breaker, server) for _ in range(5)] == ["otherwise"] * 5
    assert server.asked == 1


def test_when_it_is_time_one_finds_out_for_all() -> None:
    breaker, server = Breaker(retry_seconds=60), Server()
    ask(breaker, server)
    breaker.retry_at = time.monotonic()  # the while is over
    assert [ask(breaker, server) for _ in range(3)] == ["otherwise"] * 3
    assert server.asked == 2
    breaker.retry_at, server.error = time.monotonic(), None
    assert breaker.lets_through()  # one is on the way and has no answer yet
    assert ask(breaker, server) == "otherwise"
    breaker.retry_at = time.monotonic()
    assert [ask(breaker, server) for _ in range(3)] == ["here"] * 3


def test_what_is_no_fault_of_the_servers_is_raised_and_stops_nobody() -> None:
    breaker, server = Breaker(retry_seconds=60), Server()
    server.error = ValueError("a mistake of ours")
    with pytest.raises(ValueError, match="a mistake of ours"):
        ask(breaker, server)
    server.error = None
    assert ask(breaker, server) == "here"


def test_a_task_that_cannot_be_queued_is_left_to_the_sweep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server()
    monkeypatch.setattr(current_app, "send_task", lambda *args, **options: server.answer())
    enqueue("games.tasks.sweep")
    enqueue("games.tasks.sweep")
    assert server.asked == 1
    assert "games.tasks.sweep was not queued" in caplog.text
    assert redis_breaker.retry_at is not None
