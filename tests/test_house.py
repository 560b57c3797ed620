"""The house holds its levels: nothing imports upwards."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, clean_environment

# Every room on a level of its own, from the ground up. A module belongs to the longest name it starts with, and may
# import its own room and those below it.
ROOMS: list[str] = [
    *("config.signals", "config.after_commit", "config.breaker", "config.mailbox", "config.channel_layer"),
    *("config.following", "config.metrics", "config.occurrences", "config.logs"),
    *("config.bus", "config.threads", "config.task_queue", "config.prepared", "config.fail_points"),
    "config.nice_process",
    *("games.engine", "games.ai", "games.fair_play", "games.orders", "games.thinking"),
    *("accounts.lookalikes", "accounts.names", "accounts.signals", "accounts.models", "accounts.time_zones"),
    *(
        "accounts.people",
        "accounts.notices",
        "accounts.mail",
        "accounts.staff",
        "accounts.sanctions",
        "accounts.api_tokens",
        "accounts.leaving",
    ),
    *("accounts.entrance", "accounts.settings", "accounts.admin"),
    *("accounts.context_processors", "accounts.middleware", "accounts.templatetags", "accounts.tasks"),
    *("accounts.listeners", "accounts.management", "accounts.urls", "accounts.apps", "accounts"),
    *("games.models", "games.signals", "games.edition_words", "games.labels", "games.clean_text"),
    *("games.broadcast", "games.render_cache", "games.strengths", "games.due_work"),
    *("games.play", "games.lobby", "games.mail", "games.moderation", "games.guide", "games.talk"),
    *("games.notices", "games.table", "games.staff_pages", "games.watch", "games.history", "games.tournaments"),
    *("games.analysis", "games.playing_on", "games.problems", "games.feeds", "games.groups", "games.thanks"),
    *("games.slow_play", "games.learn"),
    *("games.demo", "games.api", "games.operations"),
    *("games.takeout", "games.listeners", "games.tasks", "games.templatetags", "games.admin"),
    *("games.management", "games.urls", "games.apps", "games"),
    *("leaderboard", "config"),
]
OURS = {"accounts", "config", "games", "leaderboard"}


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
    return next(name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in ROOMS)


def may_import(importer: str, imported: str) -> bool:
    here, there = place(importer), place(imported)
    return here == there or ROOMS.index(there) < ROOMS.index(here)


def test_nothing_imports_upwards() -> None:
    wrong = [
        f"{module} imports {imported}"
        for module, path in modules()
        for imported in imports(module, path)
        if imported.split(".")[0] in OURS and not may_import(module, imported)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_has_a_room() -> None:
    """What stands beside the rooms of an app is named above; nothing is caught by the app itself."""
    assert [module for module, _ in modules() if place(module) in {"accounts", "games"} and "." in module] == []


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("games.engine.auction", "games.engine.state.State", True),
        ("games.engine.auction", "games.ai.greedy", False),
        ("games.ai.greedy", "games.engine", True),
        ("games.models", "games.engine.state", True),
        ("games.models", "accounts.models.User", True),
        ("games.lobby.selectors", "games.play.services.moves", True),
        ("games.play.selectors.visibility", "games.lobby.services.tables", False),
        ("games.play.services.moves", "games.broadcast.announce_lobby", True),
        ("games.play.services.moves", "games.table", False),
        ("games.table.views.table", "games.play.services.moves", True),
        ("games.table.views.table", "leaderboard.models", False),
        ("leaderboard.ratings", "games.models", True),
        ("accounts.models", "games.models", False),
        ("accounts.entrance.services.guests", "games.play.services.moves", False),
        ("games.lobby.services.account_changes", "accounts.signals", True),
        ("games.tasks", "config.celery", False),
        ("config.urls", "leaderboard.views", True),
    ],
)
def test_the_levels_mean_what_the_drawing_says(importer: str, imported: str, allowed: bool) -> None:
    assert may_import(importer, imported) is allowed


@pytest.mark.parametrize("package", ["games.engine", "games.ai", "games.fair_play", "games.orders", "games.thinking"])
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
