"""A notice on its ways: to devices and webhooks, each told once, each failing alone."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hmac import HMAC
from typing import Any, Final

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.models import PushDevice, User, Webhook
from accounts.notices import web_push
from accounts.notices.outside import Forbidden, Unreachable, post

Style = Webhook.Style
PUSH, WEBHOOK = "push", "webhook"
GONE: Final = {404, 410}
# A webhook that takes nothing so often in a row is left alone until its owner adds it anew.
MOST_FAILURES: Final = 20
URGENT: Final = {"my_turn", "reminder"}


class Undelivered(Exception):
    """It did not come through; it may later."""


@dataclass(frozen=True, slots=True)
class Message:
    """A notice in two lines, in the reader's language; `topic` is what it takes the place of, `event` what it tells."""

    kind: str
    title: str
    body: str
    url: str
    topic: str
    event: str


@dataclass(frozen=True, slots=True)
class Target:
    """A place where a notice goes; `key` names it in what a letter has been told."""

    key: str
    send: Callable[[Message], None]


def targets_of(user: User, kind: str) -> list[Target]:
    """Return where somebody wants notices of a kind besides by mail."""
    targets = []
    if kind in user.push_kinds.split() and web_push.site_key():
        devices = PushDevice.objects.filter(user=user).order_by("pk")
        targets += [Target(f"{PUSH}/{device.pk}", partial(_push, device)) for device in devices]
    if kind in user.hook_kinds.split():
        hooks = Webhook.objects.filter(user=user, stopped_at=None).order_by("pk")
        targets += [Target(f"{WEBHOOK}/{hook.pk}", partial(_call, hook)) for hook in hooks]
    return targets


def _push(device: PushDevice, message: Message) -> None:
    """Send to a device; one that has unsubscribed is forgotten."""
    words = {"title": message.title, "body": message.body, "url": message.url, "tag": message.topic}
    raw = json.dumps(words, ensure_ascii=False).encode()
    headers = web_push.headers_for(device.endpoint, topic=message.topic, is_urgent=message.kind in URGENT)
    body = web_push.encrypt(raw, p256dh=device.p256dh, auth=device.auth)
    status = _post(device.endpoint, body, headers)
    if status in GONE:
        device.delete()
    elif not 200 <= status < 300:
        raise Undelivered(f"a push service answers {status}")
    else:
        PushDevice.objects.filter(pk=device.pk).update(used_at=timezone.now())


def _call(hook: Webhook, message: Message) -> None:
    """Send to a webhook; one that never answers well is stopped."""
    body = json.dumps(_words_for(hook, message), ensure_ascii=False).encode()
    try:
        status = _post(hook.url, body, {"Content-Type": "application/json", **_signature(hook, body)})
        if not 200 <= status < 300:
            raise Undelivered(f"a webhook answers {status}")
    except Undelivered:
        Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1)
        Webhook.objects.filter(pk=hook.pk, failures__gte=MOST_FAILURES).update(stopped_at=timezone.now())
        raise
    Webhook.objects.filter(pk=hook.pk).update(failures=0, used_at=timezone.now())


def _words_for(hook: Webhook, message: Message) -> dict[str, Any]:
    """Say it as the service wants it; nobody is called by a name that a table happens to have."""
    lines = "\n".join(line for line in (message.title, message.body, message.url) if line)
    if hook.style == Style.DISCORD:
        return {"content": lines, "allowed_mentions": {"parse": []}}
    if hook.style == Style.SLACK:
        return {"text": lines.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    return {
        "kind": message.kind,
        "event": message.event,
        "title": message.title,
        "body": message.body,
        "url": message.url,
        "site": settings.SITE_URL,
    }


def _signature(hook: Webhook, body: bytes) -> dict[str, str]:
    """Sign moment and body: whoever has the secret knows that it is us, and that it is new."""
    if hook.style != Style.JSON:
        return {}
    moment = str(int(timezone.now().timestamp()))
    signed = HMAC(hook.secret.encode(), moment.encode() + b"." + body, "sha256").hexdigest()
    return {"X-Notice-Timestamp": moment, "X-Notice-Signature": f"sha256={signed}"}


def _post(url: str, body: bytes, headers: dict[str, str]) -> int:
    try:
        return post(url, body=body, headers={"User-Agent": "Dream Factory", **headers})
    except (Forbidden, Unreachable) as problem:
        raise Undelivered(str(problem)) from problem
