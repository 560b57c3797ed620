"""The address that the server listens on."""

import ipaddress
import os
import socket

from django.core.management.base import CommandError


def open_listener(host: str, port: int) -> socket.socket:
    """Take the address before anything else is done, or say in one line why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise CommandError(
            f"Cannot listen on {host}:{port}: {reason}. Choose another with PORT=8001 or HOST."
        ) from None


def address(listener: socket.socket) -> str:
    """Give the address for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_private(listener: socket.socket) -> bool:
    """Tell whether only this machine can come in."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback
