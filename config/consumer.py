"""The worker's consumer: whatever becomes of the broker, it waits and connects again."""

from typing import Any

from celery.worker.consumer import Consumer
from kombu.exceptions import KombuError
from redis.exceptions import RedisError


class PatientConsumer(Consumer):
    """Celery ends the worker over errors that mean the same as a lost connection; this one outlives them."""

    connection_errors: tuple[type[Exception], ...]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take for a lost connection what kombu makes of one, and all that Redis says while it goes or comes."""
        super().__init__(*args, **kwargs)
        known: tuple[type[Exception], ...] = self.connection_errors
        self.connection_errors = (*known, KombuError, RedisError)
