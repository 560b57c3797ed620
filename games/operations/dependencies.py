"""What the site stands on: whether database and Redis answer, and how quickly."""

import time

import redis
from django.conf import settings
from django.db import Error, transaction
from django.utils import timezone

from config.breaker import AWAY
from games.models import Heartbeat


def time_database() -> float:
    """Write nothing, but by a transaction that writes: a database that is locked, or only reads, shows here."""
    began = time.perf_counter()
    with transaction.atomic():
        Heartbeat.objects.filter(pk=0).update(beat_at=timezone.now())
    return time.perf_counter() - began


def try_database() -> float | None:
    """Return how long a write takes; None where there can be none."""
    try:
        return time_database()
    except Error:
        return None


def try_redis() -> float | None:
    """Ask by a connection of its own: the breaker may know no more than that it was away a moment ago."""
    began = time.perf_counter()
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE) as server:
            server.ping()
    except AWAY:
        return None
    return time.perf_counter() - began
