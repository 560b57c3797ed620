"""Refuse sockets to whoever is banned, and to whoever would take all of them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest, parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.sanctions.selectors import ban_on
from accounts.staff.services.addresses import address_of
from config.metrics import sockets
from config.prepared import Prepared

BANNED: Final = 4403
TOO_MANY: Final = 4429
BUSY: Final = 4503

# How many sockets this process holds open, by whatever their number is limited for.
opened: Counter[tuple[str, str]] = Counter()


class LimitSockets:
    """Keeps one address, or one browser, from taking all sockets; a class or a family behind one address finds room."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Let in and count, or refuse; nobody has been looked up in the database yet."""
        limits = dict(limits_of(scope))
        if any(opened[key] >= most for key, most in limits.items()):
            await refuse(receive, send)
            return
        with counted(*limits), sockets.track_inprogress():
            await self.sockets(scope, receive, send)


def limits_of(scope: dict[str, Any]) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield what a socket is counted for, and how many there may be."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    address = address_of_socket(scope, headers)
    if address:
        yield ("address", address), settings.SOCKETS_PER_ADDRESS
    session = parse_cookie(headers.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME)
    if session:
        yield ("session", session), settings.SOCKETS_PER_SESSION


def address_of_socket(scope: dict[str, Any], headers: dict[bytes, str]) -> str:
    """Return where a socket comes from, as for pages: by the proxies that are trusted."""
    request = HttpRequest()
    if scope.get("client"):
        request.META["REMOTE_ADDR"] = scope["client"][0]
    if b"x-forwarded-for" in headers:
        request.META["HTTP_X_FORWARDED_FOR"] = headers[b"x-forwarded-for"]
    return address_of(request)


@contextmanager
def counted(*keys: tuple[str, str]) -> Iterator[None]:
    """Count a socket for as long as it is open."""
    opened.update(keys)
    try:
        yield
    finally:
        opened.subtract(keys)
        for key in keys:
            if opened[key] <= 0:
                del opened[key]


async def refuse(receive: Any, send: Any, code: int = TOO_MANY) -> None:
    """Open and close at once: a page learns the reason only from an open socket."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


class BanSockets:
    """Refuse the sockets of banned people; it needs to know who is logged in."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Let in, or close before anything is said."""
        if await database_sync_to_async(is_banned)(scope):
            await send({"type": "websocket.close", "code": BANNED})
            return
        await self.sockets(scope, receive, send)


_sessions = Prepared(lambda key: Session.objects.filter(pk=key))
_people = Prepared(lambda pk: User.objects.filter(pk=pk))


def person_behind(scope: dict[str, Any]) -> User | None:
    """Ask anew who is behind an open socket: nobody once the session or the password is another, or a ban holds."""
    session = scope["session"]
    kept, user = _sessions.first(session.session_key or ""), _people.first(scope["user"].pk or 0)
    if kept is None or kept.expire_date <= timezone.now():
        return None
    if user is None or not user.is_active or ban_on(user) is not None:
        return None
    told = session.get(HASH_SESSION_KEY, "")
    return user if constant_time_compare(told, user.get_session_auth_hash()) else None


def is_banned(scope: dict[str, Any]) -> bool:
    """Tell whether the person behind a socket is suspended or banned."""
    user = scope.get("user")
    # Channels hands out a lazy object: asking it for its class would not do.
    return bool(user and user.is_authenticated and isinstance(user, User) and ban_on(user))
