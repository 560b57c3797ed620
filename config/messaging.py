"""The settings of what travels between processes: through Redis where there is one, through memory otherwise."""

from typing import Any, Final

from config.environment import WrongSetting

REDIS_PATIENCE: Final = {"socket_connect_timeout": 1, "socket_timeout": 1}  # seconds: people wait for the page
# Memory in which a flood of strangers does not push out who is being slowed down.
ROOMY: Final = {"MAX_ENTRIES": 20_000}


def configure_cache(redis_url: str) -> dict[str, Any]:
    """Give the settings of the cache."""
    if redis_url:
        return {"BACKEND": "config.cache.SturdyRedisCache", "LOCATION": redis_url, "OPTIONS": REDIS_PATIENCE}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": ROOMY}


def configure_channel_layer(redis_url: str) -> dict[str, Any]:
    """Give the settings of the layer that carries messages between sockets."""
    if redis_url:
        return {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": redis_url, **REDIS_PATIENCE}]},
        }
    return {"BACKEND": "config.channel_layer.ThreadSafeMemoryLayer"}


def configure_broker(redis_url: str) -> dict[str, Any]:
    """Say how a task is queued: whoever does it tries once and briefly; the worker's own loop tries for ever."""
    return {**REDIS_PATIENCE, "max_retries": 0} if redis_url else {"polling_interval": 0.1}


def expect_shared(redis_url: str) -> None:
    """Refuse to be one of several processes that could not hear each other: no AI would move, and no page be told."""
    if not redis_url:
        raise WrongSetting(
            "REDIS_URL", "must be set for processes of their own; `manage.py serve` runs everything in one without it."
        )
