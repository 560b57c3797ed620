"""What supervisors ask: whether this process is alive, and whether the site as a whole is ready."""

import json
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Heartbeat
from games.operations.dependencies import time_database, try_redis
from games.operations.queues import AI_ANSWERS, CLOCKS, MAILS, ORDERS, Queue, backlog_of

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

# How old, in seconds, the latest sweep may be before somebody should look; queues have a patience of their own.
SWEEP_AGE: Final = 30.0

logger = logging.getLogger(__name__)


class Latest:
    """What this process answered last; nobody has asked a new one yet."""

    was_ready = True


class Finding(NamedTuple):
    """One thing a site needs: whether it is as it should be, and the figure that tells."""

    is_well: bool
    figure: str | float | None = None


def answer_alive(application: Application) -> Application:
    """Answer /healthz before anything else: without threads, database or Host, which a supervisor need not know."""

    async def respond(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] != "/healthz" or scope["method"] not in ("GET", "HEAD"):
            await application(scope, receive, send)
            return
        body = json.dumps({"alive": True}).encode()
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})

    return respond


@require_safe
@never_cache
def readiness(request: HttpRequest) -> JsonResponse:
    """Say of everything the site needs how it is: 200 where all is well, 503 where something is not."""
    try:
        findings = {"database": write_database(), "redis": ask_redis(), **look_at_due_work()}
    except Error:
        logger.warning("The database is away", exc_info=Latest.was_ready)
        findings = {"database": Finding(False, "away"), "redis": ask_redis()}
    told = {name: {"ok": finding.is_well, "figure": finding.figure} for name, finding in findings.items()}
    wrong = [f"{name} ({finding.figure})" for name, finding in findings.items() if not finding.is_well]
    answer = JsonResponse({"ready": not wrong, **told}, status=503 if wrong else 200)
    write_down(wrong)
    if wrong:
        answer._has_been_logged = True  # type: ignore[attr-defined] # by Django too, in words that say nothing
    return answer


def write_down(wrong: list[str]) -> None:
    """Say what is wrong: once as an error, and as a warning whenever somebody asks again."""
    if wrong:
        logger.log(logging.ERROR if Latest.was_ready else logging.WARNING, "Not ready: %s", ", ".join(wrong))
    Latest.was_ready = not wrong


def write_database() -> Finding:
    """Say how long a write takes."""
    return Finding(True, f"{time_database() * 1000:.0f} ms")


def ask_redis() -> Finding:
    """Say whether Redis answers, where it is used."""
    if not settings.REDIS_URL:
        return Finding(True, "not used")
    return Finding(False, "away") if try_redis() is None else Finding(True, "reachable")


def look_at_due_work() -> dict[str, Finding]:
    """Find out how long ago the latest sweep was and how old the oldest of each kind of due work is, in seconds."""
    beat = Heartbeat.objects.order_by("-beat_at").values_list("beat_at", flat=True).first()
    return {
        "sweep": Finding(False, "never") if beat is None else _age(beat, SWEEP_AGE + 3 * settings.SWEEP_SECONDS),
        "oldest due turn": _oldest_in(AI_ANSWERS, ORDERS),
        "oldest deadline": _oldest_in(CLOCKS),
        "oldest letter": _oldest_in(MAILS),
    }


def _age(since: datetime, most: float) -> Finding:
    age = max(0.0, (timezone.now() - since).total_seconds())
    return Finding(age <= most, round(age, 1))


def _oldest_in(*queues: Queue) -> Finding:
    """Tell how long the oldest in some queues has been due, None where nothing is, and whether any of it is late."""
    backlogs = [backlog_of(queue) for queue in queues]
    ages = [backlog.oldest for backlog in backlogs if backlog.oldest is not None]
    return Finding(not any(backlog.is_late for backlog in backlogs), round(max(ages), 1) if ages else None)
