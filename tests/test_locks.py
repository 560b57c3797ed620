"""Lock files: pinned, hashed, alike everywhere."""

import re
import tomllib
from pathlib import Path

import pytest

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(path: Path) -> dict[str, set[str]]:
    """Give the versions of each package (several, where they depend on the platform)."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.!+]+)", path.read_text(), re.M):
        found.setdefault(name.lower(), set()).add(version)
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ;]", requirement)[0].lower() for requirement in requirements}


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("trace", ["://", "file:", "@ ", "--index", "--find-links", " /"])
def test_a_lock_names_no_address_and_no_place_on_a_machine(project: Path, lock: str, trace: str) -> None:
    assert trace not in (project / lock).read_text()


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_locked_has_a_hash(project: Path, lock: str) -> None:
    entries = re.split(r"^(?=[\w.-]+==)", (project / lock).read_text(), flags=re.M)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


def test_what_is_deployed_is_what_is_tested(project: Path) -> None:
    deployed, tested = (pins(project / lock) for lock in LOCKS)
    assert {name: tested.get(name) for name in deployed} == deployed


def test_every_dependency_is_locked(project: Path) -> None:
    pyproject = tomllib.loads((project / "pyproject.toml").read_text())
    deployed, tested = (set(pins(project / lock)) for lock in LOCKS)
    assert names(pyproject["project"]["dependencies"]) <= deployed
    assert names(pyproject["dependency-groups"]["dev"]) <= tested


def test_every_dependency_says_why_it_is_there(project: Path) -> None:
    dependencies = (project / "pyproject.toml").read_text().split("[tool.")[0]
    lines = re.findall(r'^    ".*$', dependencies, re.M)
    assert lines
    assert [line for line in lines if "#" not in line] == []
