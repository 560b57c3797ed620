"""Telling browsers after commit."""

import asyncio
import logging
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from config.signals import sweeping
from games import broadcast, tasks

pytestmark = pytest.mark.django_db(transaction=True)


class DeadBus:
    """A bus whose server is away."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("nobody there")


class SilentBus:
    """A bus whose server never answers."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await asyncio.Event().wait()


def listen() -> Any:
    layer = get_channel_layer()
    assert layer is not None
    async_to_sync(layer.group_add)(broadcast.LOBBY, "listener")
    return layer


def test_the_lobby_is_told_after_the_commit_and_not_before() -> None:
    layer = listen()
    with transaction.atomic():
        broadcast.announce_lobby()
        assert not layer.mailboxes
    assert async_to_sync(layer.receive)("listener") == {"type": "lobby.changed"}


def test_what_was_rolled_back_is_not_told() -> None:
    layer = listen()
    with transaction.atomic():
        broadcast.announce_lobby()
        transaction.set_rollback(True)
    assert not layer.mailboxes


@pytest.mark.parametrize("bus", [DeadBus(), SilentBus()])
def test_what_was_committed_stands_though_the_bus_is_away(bus: Any, caplog: pytest.LogCaptureFixture) -> None:
    with (
        patch("config.bus.get_channel_layer", return_value=bus),
        patch("config.bus.PATIENCE_SECONDS", 0.01),
        transaction.atomic(),
    ):
        broadcast.announce_lobby()
    assert "a message to lobby was lost" in caplog.text


def test_a_sweep_goes_on_though_one_listener_fails(caplog: pytest.LogCaptureFixture) -> None:
    swept = []

    def fail(**kwargs: Any) -> None:
        raise ValueError("a broken broom")

    def succeed(**kwargs: Any) -> None:
        swept.append(True)

    sweeping.connect(fail)
    sweeping.connect(succeed)
    with caplog.at_level(logging.ERROR):
        tasks.sweep()
    sweeping.disconnect(fail)
    sweeping.disconnect(succeed)
    assert swept == [True]
    assert "a broken broom" in caplog.text
