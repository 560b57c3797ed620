"""The broker's transport: a connection that was lost says so, whatever is asked of it afterwards."""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisAway


class Channel(redis.Channel):
    """A channel of a lost connection refuses in words that Celery knows, and the worker connects again.

    kombu's own raises AttributeError when a task that was in hand is to be acknowledged or given back over a connection
    that was taken apart meanwhile, and the worker ends.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if getattr(self.connection, "client", None) is None:
            raise RedisAway("this connection was lost")
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    """Redis, with such channels."""

    Channel = Channel
