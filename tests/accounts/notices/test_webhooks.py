"""Webhooks: how Discord, Slack and any program are spoken to, received by a real server."""

import hmac
import json
import socket
from typing import Any

import pytest
from django.test import Client

from accounts.models import User, Webhook
from accounts.notices.channels import MOST_FAILURES, Message, Undelivered, targets_of
from accounts.notices.services import MOST_WEBHOOKS, add_webhook
from tests.accounts.notices.test_outside import Names
from tests.accounts.players import logged_in, player
from tests.receiver import Receiver, receiver

__all__ = ["receiver"]
pytestmark = pytest.mark.django_db
MESSAGE = Message("start", "“<b> & @everyone” has started", "ada, grace", "http://x/tables/1/way/", "table/1", "e/1")
Style = Webhook.Style


def hooked(receiver: Receiver, style: str) -> tuple[User, Webhook]:
    ada = player("Ada")
    hook = add_webhook(user=ada, style=style, url=receiver.url)
    ada.refresh_from_db()
    return ada, hook


def send(user: User) -> None:
    for target in targets_of(user, "start"):
        target.send(MESSAGE)


def test_discord_is_told_in_plain_words_that_call_nobody(receiver: Receiver) -> None:
    ada, _hook = hooked(receiver, Style.DISCORD)
    receiver.status = 204
    send(ada)
    [got] = receiver.requests
    assert json.loads(got.body) == {
        "content": "“<b> & @everyone” has started\nada, grace\nhttp://x/tables/1/way/",
        "allowed_mentions": {"parse": []},
    }
    assert "X-Notice-Signature" not in got.headers


def test_slack_is_told_without_its_markup(receiver: Receiver) -> None:
    ada, _hook = hooked(receiver, Style.SLACK)
    send(ada)
    [got] = receiver.requests
    assert json.loads(got.body)["text"].startswith("“&lt;b&gt; &amp; @everyone” has started\n")


def test_a_program_is_told_by_json_that_is_signed(receiver: Receiver) -> None:
    ada, hook = hooked(receiver, Style.JSON)
    send(ada)
    [got] = receiver.requests
    assert json.loads(got.body) == {
        "kind": "start",
        "event": "e/1",
        "title": MESSAGE.title,
        "body": MESSAGE.body,
        "url": MESSAGE.url,
        "site": "http://127.0.0.1:8000",
    }
    signed = got.headers["X-Notice-Timestamp"].encode() + b"." + got.body
    expected = hmac.new(hook.secret.encode(), signed, "sha256").hexdigest()
    assert got.headers["X-Notice-Signature"] == f"sha256={expected}"


def test_the_secret_is_shown_once_and_differs_each_time(receiver: Receiver) -> None:
    client = logged_in(player("Ada"))
    said = {"style": "json", "url": receiver.url}
    pages = [client.post("/settings/notices/webhooks/", said).content.decode() for _ in range(2)]
    secrets = [hook.secret for hook in Webhook.objects.order_by("pk")]
    assert len(set(secrets)) == 2
    assert all(secret in page for secret, page in zip(secrets, pages, strict=True))
    settings_page = client.get("/settings/notices/").content.decode()
    assert not any(secret in settings_page for secret in secrets)
    assert "place?key" not in settings_page
    assert not any(secret in str(list(Webhook.objects.values())) for secret in secrets)


def test_nobody_has_very_many_and_nobody_removes_those_of_another(receiver: Receiver) -> None:
    client = logged_in(player("Ada"))
    for _ in range(MOST_WEBHOOKS + 1):
        page = client.post("/settings/notices/webhooks/", {"style": "json", "url": receiver.url}).content.decode()
    assert "three webhooks already" in page
    hook = Webhook.objects.first()
    assert Webhook.objects.count() == MOST_WEBHOOKS
    logged_in(player("Grace")).post(f"/settings/notices/webhooks/{hook.pk}/remove/")
    assert Webhook.objects.count() == MOST_WEBHOOKS
    client.post(f"/settings/notices/webhooks/{hook.pk}/remove/")
    assert Webhook.objects.count() == MOST_WEBHOOKS - 1


@pytest.mark.parametrize(
    ("style", "url", "words"),
    [
        ("json", "https://127.0.0.1/", "public address"),
        ("json", "https://169.254.169.254/latest/", "public address"),
        ("json", "http://8.8.8.8/", "public address"),
        ("json", "https://user:password@8.8.8.8/", "public address"),
        ("discord", "https://8.8.8.8/api/webhooks/1/x", "not an address of this service"),
        ("discord", "https://discord.com.evil.example/api/webhooks/1/x", "not an address of this service"),
        ("slack", "https://discord.com/api/webhooks/1/x", "not an address of this service"),
        ("pigeon", "https://8.8.8.8/", "Select a valid choice"),
    ],
)
def test_what_cannot_be_a_webhook_is_refused_in_words(style: str, url: str, words: str) -> None:
    page = logged_in(player("Ada")).post("/settings/notices/webhooks/", {"style": style, "url": url}).content.decode()
    assert words in page
    assert not Webhook.objects.exists()


def test_an_address_of_the_service_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port, **more: Names(["162.159.128.233"])("example", port))
    client: Client = logged_in(player("Ada"))
    said = {"style": "discord", "url": "https://discord.com/api/webhooks/1/canary"}
    assert client.post("/settings/notices/webhooks/", said).headers["Location"] == "/settings/notices/"
    page = client.get("/settings/notices/").content.decode()
    assert "discord.com" in page
    assert "canary" not in page


def test_one_that_takes_nothing_again_and_again_is_stopped_and_its_owner_sees_so(receiver: Receiver) -> None:
    ada, hook = hooked(receiver, Style.JSON)
    receiver.status = 500
    for _ in range(MOST_FAILURES):
        with pytest.raises(Undelivered):
            send(ada)
    send(ada)  # to nobody
    assert len(receiver.requests) == MOST_FAILURES
    assert "stopped" in logged_in(ada).get("/settings/notices/").content.decode()
    hook.refresh_from_db()
    assert hook.stopped_at is not None


def test_one_good_answer_makes_up_for_all_failures(receiver: Receiver, settings: Any) -> None:
    ada, hook = hooked(receiver, Style.JSON)
    receiver.status = 302  # a redirect is no good answer
    with pytest.raises(Undelivered):
        send(ada)
    receiver.status = 200
    send(ada)
    hook.refresh_from_db()
    assert (hook.failures, hook.used_at is not None) == (0, True)
