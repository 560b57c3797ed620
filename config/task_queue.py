"""The way into the task queue. What is due lies in the database, so a task that is not queued comes with the sweep."""

from collections.abc import Callable
from typing import Any, Final

from celery import current_app

from config.breaker import redis_breaker
from config.following import HEADER, current

# Tasks that this very process does, by name: how to hand one over, with what it is given and when it is due.
done_here: Final[dict[str, Callable[..., None]]] = {}


def enqueue(task: str, *args: Any, **options: Any) -> None:
    """Queue a task by its name; whoever asks does not wait for a broker that is away."""
    if task in done_here:
        done_here[task](*args, **options)
        return
    # By its name: rooms below the tasks need not import them.
    redis_breaker.attempt(lambda: _send(task, args, options), None, lost=f"so {task} was not queued")


def _send(task: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    current_app.send_task(task, args=args, headers={HEADER: current()}, **options)
