"""What follows a commit: it may fail, and nothing else suffers."""

import ast
from functools import partial
from pathlib import Path

import pytest
from django.db import transaction

from config.after_commit import after_commit

pytestmark = pytest.mark.django_db(transaction=True)
OURS = ("accounts", "config", "games", "leaderboard")


def fail(words: str) -> None:
    raise ValueError(words)


@pytest.mark.parametrize("act", [partial(fail, "it broke"), lambda: fail("it broke")])
def test_what_fails_is_logged_and_what_follows_is_done(act: partial[None], caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    with transaction.atomic():
        after_commit(act)
        after_commit(done.append, "the next")
        assert not done
    assert done == ["the next"]
    assert "it broke" in caplog.text


def test_what_was_rolled_back_is_followed_by_nothing() -> None:
    done: list[str] = []
    with transaction.atomic():
        after_commit(done.append, "never")
        transaction.set_rollback(True)
    assert not done


def test_nobody_asks_django_itself(project: Path) -> None:
    """A partial with robust=True ends in an AttributeError of Django's own, and what comes after it is skipped."""
    askers = [
        str(path.relative_to(project))
        for package in OURS
        for path in sorted((project / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute | ast.alias) and "on_commit" in (getattr(node, "attr", ""), _name(node))
    ]
    assert askers == ["config/after_commit.py"]


def _name(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.alias) else ""
