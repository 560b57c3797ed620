"""What may stand in the logs of processes whose database or Redis is taken away; every other traceback is a fault."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

# What a traceback may end with, and why that is no fault of ours.
NOISE: Final = {
    r"(django\.db\.utils|psycopg(_pool)?(\.errors)?)\.\w*(OperationalError|InterfaceError|AdminShutdown|PoolTimeout)": (
        "the database is away"
    ),
    r"(psycopg\.errors|django\.db\.utils)\.\w*(CannotConnectNow|CrashShutdown|DiskFull|ReadOnlySqlTransaction)": (
        "the database is away, or its disk is full"
    ),
    r"django\.db\.utils\.(InternalError|NotSupportedError): .*(read-only|No space left)": "its disk is full",
    r"(redis\.exceptions|kombu\.exceptions)\.\w+": "Redis is away",
    r"AttributeError: 'NoneType' object has no attribute 'writelines'": (
        "redis-py writes to a connection that it has just lost, when a socket that waits for Redis is closed"
    ),
    r"RuntimeError: readuntil\(\) called while another coroutine is already waiting": (
        "a socket opens while redis-py connects anew for the others; the page that opened it comes back by itself"
    ),
    r"(ConnectionRefusedError|ConnectionResetError|BrokenPipeError|ConnectionAbortedError)\b": "the other end is away",
    r"(asyncio\.exceptions\.)?(TimeoutError|CancelledError)\b": "the other end is silent, or we are stopped",
    r"billiard\.exceptions\.WorkerLostError": "a process of the worker's was killed",
    r"celery\.exceptions\.WorkerShutdown": "the worker was asked to stop while a process of its own died",
    r"smtplib\.SMTP\w+": "the mail server is away",
    r"celery\.beat\.SchedulingError: .*(Timeout|Connection|Error \d+)": "Redis is away, and beat tries again",
    r"concurrent\.futures\._base\.TimeoutError": "the bus is silent",
}
_NOISE: Final = re.compile("|".join(f"(?:{pattern})" for pattern in NOISE))
_BEGIN: Final = "Traceback (most recent call last):"
_CHAINED: Final = ("During handling of the above exception", "The above exception was the direct cause")
CUT_OFF: Final = "(cut off)"
_WRAPPING: Final = ("billiard.einfo.ExceptionWithTraceback", '"""')  # what it wraps follows


def tracebacks(log: Path) -> Iterator[str]:
    """Yield what every traceback of a log ends with; of several that led to each other only the last one counts."""
    lines = iter(log.read_text(errors="replace").splitlines())
    ending = ""
    for line in lines:
        if _BEGIN in line:
            ending = last_line(lines)
        elif line.strip() and not line.startswith(_CHAINED) and ending:
            yield ending
            ending = ""
    if ending:
        yield ending


def last_line(lines: Iterator[str]) -> str:
    """Return the line that names the exception: the first one that is not indented."""
    for line in lines:
        if line and not line.startswith((" ", "\t", *_WRAPPING)) and _BEGIN not in line:
            return line
    return CUT_OFF  # the process was killed while it wrote


def unexpected(log: Path) -> Counter[str]:
    """Count what is not listed as noise."""
    return Counter(line for line in tracebacks(log) if line != CUT_OFF and not _NOISE.match(line))
