"""A socket is opened by pages of this site alone: scheme, name and port."""

import pytest
from channels.testing import WebsocketCommunicator

from config.origins import SiteOriginValidator

pytestmark = pytest.mark.django_db


async def greet(scope, receive, send) -> None:
    """A socket that lets in everybody."""
    await send({"type": "websocket.accept"})


async def lets_in(origin: str | None, host: str = "127.0.0.1:8000") -> bool:
    headers = [(b"host", host.encode()), *([(b"origin", origin.encode("latin-1"))] if origin else [])]
    page = WebsocketCommunicator(SiteOriginValidator(greet), "/ws/lobby/", headers=headers)
    is_open = (await page.connect())[0]
    if is_open:
        await page.disconnect()
    return bool(is_open)


@pytest.fixture
def play_example(settings) -> None:
    settings.SITE_URL = "https://play.example"
    settings.SITE = settings.SITE._replace(scheme="https", netloc="play.example")
    settings.ALLOWED_HOSTS = ["play.example", "localhost", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example", "https://*.friends.example:8443"]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://play.example", True),
        ("https://play.example:443", True),
        ("https://its.friends.example:8443", True),
        ("http://play.example", False),
        ("https://play.example:6666", False),
        ("https://localhost:6666", False),
        ("http://127.0.0.1:8000", False),
        ("https://its.friends.example", False),
        ("https://play.example.elsewhere.example", False),
        ("https://play.example:port", False),
        ("https://play.example:99999", False),
        ("null", False),
        (None, False),
    ],
)
async def test_in_production_only_our_own_pages(play_example: None, origin: str | None, allowed: bool) -> None:
    assert await lets_in(origin) is allowed


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://localhost:9000", "localhost:9000", True),
        ("http://localhost:6666", "localhost:8000", False),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://elsewhere.example:8000", "elsewhere.example:8000", False),
    ],
)
async def test_in_development_the_address_that_was_asked(settings, origin: str, host: str, allowed: bool) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    assert await lets_in(origin, host) is allowed
