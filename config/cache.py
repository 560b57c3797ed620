"""The shared cache: while Redis is away every process remembers for itself, for some minutes."""

import logging
import time
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.breaker import redis_breaker
from config.messaging import ROOMY

# What a process remembers for itself is no older than this: others may know better.
LONGEST_SECONDS: Final = 600.0
AWAY: Final = object()

logger = logging.getLogger(__name__)


class OwnMemory(LocMemCache):
    """What one process remembers while it cannot ask Redis; all of its threads share it."""

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float:
        """Return until when something is remembered: for some minutes at the longest."""
        ends, latest = super().get_backend_timeout(timeout), time.time() + LONGEST_SECONDS
        return latest if ends is None else min(ends, latest)

    @property
    def is_empty(self) -> bool:
        return not self._cache  # type: ignore[attr-defined]


class SturdyRedisCache(RedisCache):
    """Redis, but when it is away a process uses its own memory, so that guessers are slowed down all the same.

    Once Redis is back that is forgotten, and never contradicts what others stored.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Give up on a silent server soon: people wait for the page."""
        options = {"socket_connect_timeout": 1, "socket_timeout": 1, **params.get("OPTIONS", {})}
        super().__init__(server, {**params, "OPTIONS": options})
        self.own = OwnMemory(str(server), {**params, "OPTIONS": ROOMY})

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("add", *args, **kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("touch", *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("delete", *args, **kwargs))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        found: dict[Any, Any] = self._ask("get_many", *args, **kwargs)
        return found

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("has_key", *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask("incr", key, delta, version))

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        failed: list[Any] = self._ask("set_many", data, *args, **kwargs)
        return failed

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._ask("delete_many", *args, **kwargs)

    def clear(self) -> None:
        """Forget everything, here too."""
        self._ask("clear")
        self.own.clear()

    def _ask(self, what: str, *args: Any, **kwargs: Any) -> Any:
        """Ask Redis, or oneself: at once where Redis was just found to be away."""
        answer = self._ask_redis(what, *args, **kwargs)
        if answer is AWAY:
            return getattr(self.own, what)(*args, **kwargs)
        if not self.own.is_empty:
            self.own.clear()
        return answer

    def _ask_redis(self, what: str, *args: Any, **kwargs: Any) -> Any:
        act = getattr(super(), what)
        try:
            return redis_breaker.attempt(lambda: act(*args, **kwargs), AWAY, lost="so this process caches for itself")
        except RedisError as error:  # it is there, but will not do it
            logger.warning("The cache refuses: %s", error)
            return AWAY
