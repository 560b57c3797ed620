"""The one door to addresses that people gave us: nothing private can be reached through it.

A name is resolved once, every address it has is looked at, and the connection goes to the very address that was.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS: Final = 5.0
# A name whose server does not answer must hold up nobody for longer; the system has no limit of its own for that.
RESOLVED_WITHIN: Final = 2.0
_names: Final = ThreadPoolExecutor(2, thread_name_prefix="names")
PORTS: Final = {443, 8443}
LONGEST_STATUS_LINE: Final = 512
# What no name outside may stand for: here, beside us, for examples, for many at once, for later. Python knows most of
# it, and how much depends on its version.
SPECIAL: Final = [
    ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # Detours to addresses of IPv4 among them: what lies behind these need not be public.
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
]
# All of IPv6 that is given out to the open network.
OPEN_IPV6: Final = ip_network("2000::/3")


class Forbidden(Exception):
    """Nobody here speaks to that address."""


class Unreachable(Exception):
    """Nobody answered there, or not in our language."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where to connect, as it was checked."""

    host: str
    address: str
    port: int
    is_secure: bool
    path: str


def post(url: str, *, body: bytes, headers: Mapping[str, str]) -> int:
    """Send this to an address outside, once and within seconds, and return the status: redirects are not followed."""
    place = find_place(url)
    deadline = time.monotonic() + SECONDS
    try:
        with _connect(place, deadline) as line:
            request = http.client.HTTPConnection(place.host, place.port, timeout=SECONDS)
            request.sock = line
            request.request("POST", place.path, body, {**headers, "Connection": "close"})
            return _read_status(line, deadline)
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise Unreachable(str(problem)) from problem


def find_place(url: str) -> Destination:
    """Look at an address and at all that its name stands for; refuse whatever is not plainly public."""
    try:
        parts = urlsplit(url)
        port = parts.port or (80 if parts.scheme == "http" else 443)
    except ValueError:
        raise Forbidden("no address") from None
    host = parts.hostname or ""
    if not host or "@" in parts.netloc or not url.isascii() or not url.isprintable() or " " in url:
        raise Forbidden("no plain address")
    addresses = _resolve(host, port)
    if not addresses or not all(is_allowed(address, port) for address in addresses):
        raise Forbidden("not public")
    _expect_way(parts, port, addresses)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(host, addresses[0], port, parts.scheme == "https", path)


def is_allowed(address: str, port: int) -> bool:
    """Tell whether an address may be spoken to: the public ones, and those that the tests of this site name."""
    return (address, port) in settings.OUTSIDE_ALLOWED or is_public(address)


def is_public(address: str) -> bool:
    """Tell whether an address belongs to the open network: neither here, nor beside us, nor by a detour."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if found.version == OPEN_IPV6.version and found not in OPEN_IPV6:
        return False
    return found.is_global and not any(found in network for network in SPECIAL if network.version == found.version)


def _resolve(host: str, port: int) -> list[str]:
    """Return every address of a name, as the system understands it: 0x7f.1 and 2130706433 are addresses too."""
    try:
        found = _names.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM).result(RESOLVED_WITHIN)
    except (OSError, UnicodeError):  # a time-out is one of the first
        raise Forbidden("no such name") from None
    return [str(answer[4][0]) for answer in found]


def _expect_way(parts: SplitResult, port: int, addresses: list[str]) -> None:
    """Outside only by TLS and on its ports; what tests name may be plain."""
    if all((address, port) in settings.OUTSIDE_ALLOWED for address in addresses):
        is_right = parts.scheme in ("http", "https")
    else:
        is_right = parts.scheme == "https" and port in PORTS
    if not is_right:
        raise Forbidden("https only")


def _connect(place: Destination, deadline: float) -> socket.socket:
    line = socket.create_connection((place.address, place.port), timeout=_left(deadline))
    if not place.is_secure:
        return line
    try:
        line.settimeout(_left(deadline))
        return ssl.create_default_context().wrap_socket(line, server_hostname=place.host)
    except BaseException:
        line.close()
        raise


def _read_status(line: socket.socket, deadline: float) -> int:
    """Read the first line of the answer and nothing more: what else is said there concerns nobody."""
    said = b""
    while b"\n" not in said and len(said) < LONGEST_STATUS_LINE:
        line.settimeout(_left(deadline))
        more = line.recv(LONGEST_STATUS_LINE)
        if not more:
            break
        said += more
    protocol, status = said.split(b"\n")[0].split()[:2] if len(said.split()) > 1 else (b"", b"")
    if not protocol.startswith(b"HTTP/") or not (status.isdigit() and len(status) == 3):
        raise Unreachable("no answer that makes sense")
    return int(status)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("too slow")
    return left
