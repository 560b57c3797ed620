"""The stream of events: how many there are, and what becomes of one that cannot begin."""

from typing import Any

import pytest

from accounts.models import ApiToken
from config.breaker import AWAY
from config.messaging import configure_channel_layer
from games.api.stream import follow, opened


async def test_a_stream_that_cannot_begin_takes_no_place(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {"default": configure_channel_layer("redis://127.0.0.1:1/0")}
    with pytest.raises(AWAY):
        await anext(follow(ApiToken(user_id=7), ""))
    assert not opened[7]
