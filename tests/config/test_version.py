"""What runs here is told the same by `/version`, pyproject.toml and CHANGELOG.md."""

import re
import tomllib
from pathlib import Path

import pytest
from django.test import Client

from config.version import version
from tests.processes import ROOT

COMMIT = "4f2a91c" + "0" * 33
NUMBER = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.fixture(autouse=True)
def not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMMIT", raising=False)
    version.cache_clear()


@pytest.fixture
def checkout(tmp_path: Path, settings) -> Path:
    """A checkout of the branch main, without a word of its commit yet."""
    settings.BASE_DIR = tmp_path
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / ".git/refs/heads").mkdir(parents=True)
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / ".git"


def test_the_latest_release_of_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == "Unreleased"
    assert headings[1].split(",")[0] == NUMBER


def test_the_page_tells_it_with_its_commit_and_the_rules(client: Client) -> None:
    told = client.get("/version").json()
    assert told["version"].partition("+")[0] == NUMBER
    assert told["rules"] in told["known_rules"]


def test_a_commit_is_found_wherever_git_keeps_it(checkout: Path) -> None:
    found = []
    for file, words in (
        ("nothing", ""),
        ("packed-refs", f"# pack-refs with: peeled\n{COMMIT} refs/heads/main\n"),
        ("refs/heads/main", f"{COMMIT}\n"),
        ("HEAD", f"{COMMIT}\n"),
    ):
        (checkout / file).write_text(words)
        version.cache_clear()
        found.append(version())
    assert found == ["1.2.3", *["1.2.3+4f2a91c"] * 3]


def test_a_container_is_told_its_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMIT", COMMIT)
    assert version() == "1.2.3+4f2a91c"
