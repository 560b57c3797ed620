"""A circuit breaker: while Redis is away nobody waits for it again and again, be it cache, bus or broker."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSilent

Answer = TypeVar("Answer")

# What a server that is gone, loading or silent makes its clients raise. asyncio's own TimeoutError is an OSError.
AWAY: Final = (RedisAway, RedisSilent, OperationalError, OSError)
RETRY_SECONDS: Final = 3.0

logger = logging.getLogger(__name__)


class Breaker:
    """Lets calls through until one fails; then, every few seconds, one that finds out whether the server is back."""

    def __init__(self, retry_seconds: float = RETRY_SECONDS) -> None:
        self.retry_seconds = retry_seconds
        self.retry_at: float | None = None
        self.lock = threading.Lock()

    def attempt(self, act: Callable[[], Answer], otherwise: Answer, *, lost: str) -> Answer:
        """Act, or say what was lost and give the other answer; while the breaker is open without trying."""
        if not self.lets_through():
            return otherwise
        try:
            answer = act()
        except AWAY as error:
            self.open()
            logger.warning("Redis is away, %s: %s: %s", lost, type(error).__name__, error)
            return otherwise
        self.close()
        return answer

    def lets_through(self) -> bool:
        """Tell whether to try. Of all who ask when it is time to try again only the first is sent."""
        with self.lock:
            now = time.monotonic()
            if self.retry_at is not None and now < self.retry_at:
                return False
            if self.retry_at is not None:
                self.retry_at = now + self.retry_seconds
            return True

    def open(self) -> None:
        """Skip what comes in the next seconds."""
        self.retry_at = time.monotonic() + self.retry_seconds

    def close(self) -> None:
        """Let everything through."""
        self.retry_at = None


# One for a process: cache, bus and broker are the same server.
redis_breaker: Final = Breaker()
