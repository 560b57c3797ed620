"""The shared cache: a Redis that is away means forgotten, not failed."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.breaker import redis_breaker

logger = logging.getLogger(__name__)


class SturdyRedisCache(RedisCache):
    """Redis, but when it is away nothing is found and nothing is kept, and the site goes on."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Give up on a silent server soon: people wait for the page."""
        options = {"socket_connect_timeout": 1, "socket_timeout": 1, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Say that the key was free."""
        return attempt(super().add, True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Find nothing."""
        return attempt(super().get, default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep nothing."""
        attempt(super().set, None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        """Find nothing to prolong."""
        return attempt(super().touch, False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Find nothing to delete."""
        return attempt(super().delete, False, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        """Find nothing."""
        return attempt(super().get_many, {}, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        """Find nothing."""
        return attempt(super().has_key, False, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count from nothing."""
        return attempt(super().incr, delta, key, delta, version)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Say that none was kept."""
        return attempt(super().set_many, list(data), data, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        """Find nothing to delete."""
        attempt(super().delete_many, None, *args, **kwargs)

    def clear(self) -> None:
        """Have nothing to clear."""
        attempt(super().clear, None)


def attempt(act: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
    """Act, or give the answer of an empty cache: at once where Redis was just found to be away."""
    try:
        return redis_breaker.attempt(lambda: act(*args, **kwargs), otherwise, lost="so the cache forgets")
    except RedisError as error:  # it is there, but will not do it
        logger.warning("The cache refuses: %s", error)
        return otherwise
