"""The broker's transport: a connection that was lost says so, and a silent broker leaves no worker without work."""

from collections.abc import Callable
from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisAway


class Places(redis.QoS):
    """How many tasks a worker may have in hand: a place is free again once its task is done, told or not.

    kombu's own keeps the place of a task that a silent broker was not told of, for as long as the connection lasts: a
    worker with as many such tasks as processes never takes another one. What the broker was not told it hands out
    again, and who does a task twice finds it done.
    """

    _quick_ack: Callable[[str], None]

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        finally:
            self._quick_ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)
        finally:
            self._quick_ack(delivery_tag)


class Channel(redis.Channel):
    """A channel of a lost connection refuses in words that Celery knows, and the worker connects again.

    kombu's own raises AttributeError when a task that was in hand is to be acknowledged or given back over a connection
    that was taken apart meanwhile, and the worker ends.
    """

    QoS = Places

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if getattr(self.connection, "client", None) is None:
            raise RedisAway("this connection was lost")
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    """Redis, with such channels."""

    Channel = Channel
