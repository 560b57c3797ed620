"""Before anybody is let in: what the first moves need is loaded, and no server is asked for it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.template import engines
from django.template.loader import get_template
from django.urls import clear_url_caches, get_resolver
from django.utils import translation

from config import template_loader
from config.reading_templates import our_templates
from config.web.warming import warm_up
from tests.processes import clean_environment

ROOT = Path(__file__).resolve().parents[3]
# In a process of its own, since whatever ran here before may have loaded it.
LOADS_NOTHING_MORE = """
import sys
import django
django.setup()
from config.celery import app
from config.web.warming import warm_up
warm_up()
known = set(sys.modules)
app.send_task("games.tasks.answer_for_ai", args=(1, 1))
late = {name for name in set(sys.modules) - known if name.startswith(("celery", "kombu"))}
print(*sorted(late))
"""
# A worker that was made and not started: its processes would come from it as it is.
READ_BY_A_WORKER = """
from celery.apps.worker import Worker
from config.celery import app
Worker(app=app)
from django.template import engines
from config.reading_templates import our_templates
[loader] = engines["django"].engine.template_loaders
print(sorted(set(our_templates()) - set(loader.get_template_cache)))
"""


def forget_templates() -> None:
    for loader in engines["django"].engine.template_loaders:
        loader.reset()


def read_afterwards(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Name which of our templates are read only now."""
    read: list[str] = []
    monkeypatch.setattr(template_loader.Loader, "get_contents", lambda self, origin: read.append(origin.name) or "")
    for name in our_templates():
        get_template(name)
    return read


def test_no_template_is_read_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_templates()
    warm_up()
    assert {"games/table/bid.html", "403.html", "accounts/mail/appeal.txt"} <= set(our_templates())
    assert read_afterwards(monkeypatch) == []


def test_in_development_only_the_templates_of_moves_are_read_at_the_start(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    forget_templates()
    settings.DEBUG = True
    warm_up()
    late = {Path(name).relative_to(ROOT / "templates").as_posix() for name in read_afterwards(monkeypatch)}
    forget_templates()
    assert "403.html" in late
    assert not late & {"games/table/bid.html", "games/events/bid_made.html", "games/table/orders/bar.html"}


def test_a_worker_has_read_all_templates_before_it_starts_its_processes() -> None:
    environment = clean_environment() | {
        "SECRET_KEY": "a key that is long enough for the length of a test only",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DATABASE_URL": "sqlite://:memory:",
    }
    done = subprocess.run(
        [sys.executable, "-c", READ_BY_A_WORKER], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_addresses_are_known_in_every_language(language: str) -> None:
    clear_url_caches()
    warm_up()
    with translation.override(language):
        assert language in get_resolver()._reverse_dict


def test_the_first_task_that_is_queued_loads_nothing_more() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADS_NOTHING_MORE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
