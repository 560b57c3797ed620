"""The house holds its levels: nothing imports upwards."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, clean_environment

# From the ground up. A module belongs to the longest name it starts with, and may import its own level and
# those below. What stands on one level beside another knows nothing of it.
LEVELS: list[set[str]] = [
    {"games.engine", "games.signals", "games.breaker"},
    {"games.after_commit", "games.task_queue"},
    {"games.ai"},
    {"games.thinking"},
    {"accounts"},
    {"games.models", "games.words", "games.guide"},
    {"games.selectors", "games.broadcast"},
    {"games.services", "games.table"},
    {"games"},
    {"leaderboard"},
    {"config"},
]
OURS = {"accounts", "config", "games", "leaderboard"}
NAMES = {name for level in LEVELS for name in level}


def modules() -> Iterator[tuple[str, Path]]:
    """Name every module we write; Django writes the migrations."""
    for path in sorted(path for package in OURS for path in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" not in parts:
            yield ".".join(parts).removesuffix(".__init__"), path


def imports(module: str, path: Path) -> Iterator[str]:
    """Name every module of ours that this one imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(module, path, node)
            yield from (f"{source}.{alias.name}" for alias in node.names)


def absolute(module: str, path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    steps = node.level - (path.name == "__init__.py")
    parts = module.split(".")[: -steps or None]
    return ".".join([*parts, *([node.module] if node.module else [])])


def place(module: str) -> str:
    """Find the part of the house that a module belongs to."""
    parts = module.split(".")
    return next(name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in NAMES)


def height(part: str) -> int:
    return next(number for number, level in enumerate(LEVELS) if part in level)


def may_import(importer: str, imported: str) -> bool:
    here, there = place(importer), place(imported)
    return here == there or height(there) < height(here)


def test_nothing_imports_upwards() -> None:
    wrong = [
        f"{module} imports {imported}"
        for module, path in modules()
        for imported in imports(module, path)
        if imported.split(".")[0] in OURS and not may_import(module, imported)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("games.engine.auction", "games.engine.state.State", True),
        ("games.engine.auction", "games.ai.greedy", False),
        ("games.ai.greedy", "games.engine", True),
        ("games.models", "games.engine.state", True),
        ("games.models", "accounts.models.User", True),
        ("games.selectors", "games.services.play", False),
        ("games.services.play", "games.broadcast.announce_lobby", True),
        ("games.services.play", "games.table", False),
        ("games.views.table", "games.services.play", True),
        ("games.views.table", "leaderboard.models", False),
        ("leaderboard.ratings", "games.models", True),
        ("accounts.models", "games.models", False),
        ("accounts.services.guests", "games.services.play", False),
        ("games.services.departures", "accounts.signals", True),
        ("games.tasks", "config.celery", False),
        ("config.urls", "leaderboard.views", True),
    ],
)
def test_the_levels_mean_what_the_drawing_says(importer: str, imported: str, allowed: bool) -> None:
    assert may_import(importer, imported) is allowed


@pytest.mark.parametrize("package", ["games.engine", "games.ai", "games.thinking"])
def test_rules_and_brains_load_without_django(package: str) -> None:
    code = f"""
import importlib, pkgutil, sys
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, {package!r} + "."):
    importlib.import_module(module.name)
sys.exit(any(name.split(".")[0] == "django" for name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=clean_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr or "Django was loaded"
