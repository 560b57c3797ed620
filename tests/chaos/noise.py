"""What may stand in the logs of processes whose database or Redis is taken away; every other traceback is a fault."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

# What a database says that is there, and that nothing which is broken on purpose explains: in whatever log, with a
# traceback or without (config/logs.py leaves those of the database away).
ALARMS: Final = re.compile(r"deadlock detected|too many clients|remaining connection slots|lock timeout")
# What a traceback may end with, and why that is no fault of ours.
NOISE: Final = {
    r"(django\.db\.utils|psycopg(_pool)?(\.errors)?)\.\w*(OperationalError|InterfaceError|AdminShutdown|PoolTimeout)": (
        "the database is away"
    ),
    r"(psycopg\.errors|django\.db\.utils)\.\w*(CannotConnectNow|CrashShutdown|DiskFull|ReadOnlySqlTransaction)": (
        "the database is away, or its disk is full"
    ),
    r"django\.db\.utils\.InternalError: .*read-only": "the database takes nothing",
    r"redis\.exceptions\.(ConnectionError|TimeoutError|BusyLoadingError)\b": "Redis is away, silent, or just back",
    r"kombu\.exceptions\.OperationalError\b": "Redis is away",
    r"(ConnectionRefusedError|ConnectionResetError|BrokenPipeError|ConnectionAbortedError)\b": "the other end is away",
    r"asyncio\.exceptions\.CancelledError\b": "we are stopped",
    r"billiard\.exceptions\.WorkerLostError": "a process of the worker's was killed",
    r"games\.thinking\.thinkers\.Dawdled: its process is gone": "a process of the worker's was killed, a thinking one",
    r"celery\.exceptions\.WorkerShutdown": "the worker was asked to stop while a process of its own died",
    r"smtplib\.SMTP(ServerDisconnected|ConnectError)\b": "the mail server is away",
    r"celery\.beat\.SchedulingError: .*(Timeout|Connection|Error \d+)": "Redis is away, and beat tries again",
}
# What is no fault of ours only where redis-py raised it: anywhere else the same words tell of one.
OF_REDIS: Final = {
    r"TimeoutError\b": "Redis is silent",
    r"AttributeError: 'NoneType' object has no attribute 'writelines'": (
        "it writes to a connection that it has just lost, when a socket that waits for Redis is closed"
    ),
    r"RuntimeError: readuntil\(\) called while another coroutine is already waiting": (
        "a socket opens while it connects anew for the others; the page that opened it comes back by itself"
    ),
}
_NOISE: Final = re.compile("|".join(f"(?:{pattern})" for pattern in NOISE))
_OF_REDIS: Final = re.compile("|".join(f"(?:{pattern})" for pattern in OF_REDIS))
_REDIS: Final = "/site-packages/redis/"
_BEGIN: Final = "Traceback (most recent call last):"
_CHAINED: Final = ("During handling of the above exception", "The above exception was the direct cause")
CUT_OFF: Final = "(cut off)"
_WRAPPING: Final = ("billiard.einfo.ExceptionWithTraceback", '"""')  # what it wraps follows


class Ending(NamedTuple):
    """What a traceback ends with, and whether it went through redis-py."""

    words: str
    is_of_redis: bool = False


def tracebacks(log: Path) -> Iterator[Ending]:
    """Yield the end of every traceback of a log; of several that led to each other only the last one counts."""
    lines = iter(log.read_text(errors="replace").splitlines())
    ending = None
    for line in lines:
        if _BEGIN in line:
            ending = read_ending(lines)
        elif line.strip() and not line.startswith(_CHAINED) and ending:
            yield ending
            ending = None
    if ending:
        yield ending


def read_ending(lines: Iterator[str]) -> Ending:
    """Return the line that names the exception: the first one that is not indented."""
    is_of_redis = False
    for line in lines:
        is_of_redis = is_of_redis or _REDIS in line
        if line and not line.startswith((" ", "\t", *_WRAPPING)) and _BEGIN not in line:
            return Ending(line, is_of_redis)
    return Ending(CUT_OFF)  # the process was killed while it wrote


def is_noise(ending: Ending) -> bool:
    """Tell whether it may stand in a log."""
    of_redis = ending.is_of_redis and _OF_REDIS.match(ending.words)
    is_known = bool(of_redis or _NOISE.match(ending.words)) and not ALARMS.search(ending.words)
    return is_known or ending.words == CUT_OFF


def unexpected(log: Path) -> Counter[str]:
    """Count what is not listed as noise."""
    return Counter(ending.words for ending in tracebacks(log) if not is_noise(ending))


def alarms(log: Path) -> Counter[str]:
    """Count what the database may not say at any time, by whom it was written down."""
    return Counter(ALARMS.findall(log.read_text(errors="replace")))
