"""Start it: PostgreSQL, Valkey, two web processes, a worker, a beat, and nginx where it is installed."""

import hashlib
import os
import pwd
import secrets
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from config.cluster import postgresql, proxy, valkey
from config.cluster.processes import LOOKED_EVERY, Failed, Processes
from config.install import ROOT

WEBS: Final = 2
# Ctrl-C, whoever supervises it, and the terminal that is closed.
ASKS_TO_STOP: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
MANAGE: Final = [sys.executable, str(ROOT / "manage.py")]
CELERY: Final = [str(Path(sys.executable).with_name("celery")), "--app", "config"]


def main() -> int:
    """Run until it is asked to stop, or until one of them ends by itself."""
    listen_to_signals()
    os.chdir(ROOT)
    folder = make_folder()
    processes = Processes(folder)
    try:
        say_where(start_all(processes, folder), folder)
        while True:
            processes.expect_all_run()
            time.sleep(LOOKED_EVERY)
    except KeyboardInterrupt:
        say("Stopping …")
        return 0
    except Failed as problem:
        say(str(problem))
        return 1
    finally:
        ignore_signals()
        processes.stop()
        say("Stopped.")


def listen_to_signals() -> None:
    """Take every signal as Ctrl-C, also where a shell started this with Ctrl-C switched off."""
    for asked in ASKS_TO_STOP:
        if asked is not signal.SIGHUP or signal.getsignal(asked) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(asked, interrupt)


def interrupt(asked: int, frame: FrameType | None) -> None:
    """Stop, once: a terminal that is closed may say so twice."""
    ignore_signals()
    raise KeyboardInterrupt


def ignore_signals() -> None:
    """Let nothing cut short what is being stopped already."""
    for asked in ASKS_TO_STOP:
        signal.signal(asked, signal.SIG_IGN)


def make_folder() -> Path:
    """Return where it keeps everything from one run to the next; root's servants can reach only what is not root's."""
    named = os.environ.get("CLUSTER_DIR", "")
    mark = hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    shared = Path(tempfile.gettempdir()) / f"dreamfactory-{mark}"
    folder = Path(named) if named else shared if os.geteuid() == 0 else ROOT / "var" / "cluster"
    folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    return folder.resolve()


def start_all(processes: Processes, folder: Path) -> list[str]:
    """Start the servers, then the site; return the addresses of its pages."""
    ports = choose_ports(int(os.environ.get("PORT", "8000")), WEBS + 2)
    nginx = proxy.find_nginx()
    webs = ports[1 : WEBS + 1] if nginx else ports[:WEBS]
    addresses = [f"http://127.0.0.1:{port}" for port in (ports[:1] if nginx else []) + webs]
    database = start_postgresql(processes, folder)
    start_valkey(processes, ports[-1])
    environment = environment_of(folder, addresses, database, ports[-1], is_proxied=bool(nginx))
    write_down(environment, folder / "environment")
    prepare(environment)
    start_site(processes, environment, webs)
    if nginx:
        start_nginx(processes, folder, nginx, ports[0], webs)
    for address in addresses:
        processes.wait_until(lambda address=address: is_ready(address), address)  # type: ignore[misc]
    return addresses


def choose_ports(first: int, count: int) -> list[int]:
    """Return ports in a row; whichever are free where the first is 0."""
    if first:
        return [first + place for place in range(count)]
    with ExitStack() as taken:
        listeners = [taken.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [listener.getsockname()[1] for listener in listeners]


def start_postgresql(processes: Processes, folder: Path) -> str:
    """Start it as somebody who is not root, and return its address."""
    user, place = postgresql.servant(), folder / "postgresql"
    place.mkdir(exist_ok=True, mode=0o700)
    if user:
        os.chown(place, *_ids_of(user))
    programs = postgresql.find_programs(place)
    postgresql.make_cluster(programs, place, user)
    processes.start("postgresql", postgresql.server_command(programs, place), user=user)
    address = postgresql.address_of(place)
    processes.wait_until(lambda: postgresql.answers(address), "postgresql")
    return address


def _ids_of(user: str) -> tuple[int, int]:
    entry = pwd.getpwnam(user)
    return entry.pw_uid, entry.pw_gid


def start_valkey(processes: Processes, port: int) -> None:
    """Start it on this machine alone."""
    processes.start("valkey", valkey.server_command(port))
    processes.wait_until(lambda: valkey.answers(port), "valkey")


def environment_of(
    folder: Path, addresses: list[str], database: str, valkey_port: int, *, is_proxied: bool
) -> dict[str, str]:
    """Return what the site is told; whatever else is in the environment holds too."""
    return {
        "SECRET_KEY": keep_key(folder / "secret_key"),
        "SITE_URL": addresses[0],
        "CSRF_TRUSTED_ORIGINS": ",".join(addresses),
        "TRUSTED_PROXIES": str(int(is_proxied)),
        "DATABASE_URL": database,
        "REDIS_URL": f"redis://127.0.0.1:{valkey_port}/0",
        "STATIC_ROOT": str(folder / "static"),
        "EMAIL_URL": os.environ.get("EMAIL_URL", f"filemail:///{folder / 'mails'}"),
        "METRICS_TOKEN": keep_key(folder / "metrics_token"),
        "HOST": "127.0.0.1",
    }


def keep_key(file: Path) -> str:
    """Return a key of this cluster: sessions last from one run to the next."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(64))
    return file.read_text()


def write_down(environment: dict[str, str], file: Path) -> None:
    """Keep what the site is told as a shell reads it, for whoever gives a command to it."""
    file.touch(mode=0o600)
    file.write_text("".join(f"{name}={shlex.quote(text)}\n" for name, text in environment.items()))


def prepare(environment: dict[str, str]) -> None:
    """Migrate, and collect static files."""
    for command in (["migrate", "--noinput"], ["collectstatic", "--noinput"]):
        done = subprocess.run(
            [*MANAGE, *command], env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Failed(done.stdout + done.stderr)


def start_site(processes: Processes, environment: dict[str, str], webs: list[int]) -> None:
    """Start what the Procfile names; of web as many as there are ports."""
    without_pool = {**environment, "DATABASE_POOL": "0"}
    processes.start("worker", [*CELERY, "worker", "--without-gossip", "--without-mingle"], without_pool)
    processes.start("beat", [*CELERY, "beat"], environment)
    for number, port in enumerate(webs, 1):
        processes.start(f"web-{number}", [*MANAGE, "web"], {**environment, "PORT": str(port)})


def start_nginx(processes: Processes, folder: Path, nginx: str, port: int, webs: list[int]) -> None:
    """Start it by the configuration that operators are given."""
    source = (ROOT / "deploy" / "nginx.conf").read_text()
    (folder / "nginx.conf").write_text(proxy.configuration(source, folder=folder, port=port, backends=webs))
    processes.start("nginx", proxy.server_command(nginx, folder))


def is_ready(address: str) -> bool:
    """Tell whether a page comes from there."""
    try:
        with urlopen(f"{address}/version", timeout=5) as answer:  # noqa: S310 - our own address # nosec B310
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def say_where(addresses: list[str], folder: Path) -> None:
    """Print what somebody who started it wants to know."""
    say(f"Dream Factory is open at {addresses[0]}/ (Ctrl-C closes it)")
    for number, address in enumerate(addresses[-WEBS:], 1):
        say(f"  web process {number} alone: {address}/")
    say(f'  figures: curl -H "Authorization: Bearer $(cat {folder / "metrics_token"})" {addresses[0]}/metrics')
    say(f"  commands: (set -a; . {folder / 'environment'}; {sys.executable} manage.py createsuperuser)")
    say(f"  logs, mails and data lie in {folder}")


def say(words: str) -> None:
    """Print a line, at once even into a pipe; a terminal that was closed hears nothing."""
    with suppress(OSError):
        print(words, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
