"""Before anybody is let in: what the first moves need is loaded, and no server is asked for it."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.template import engines
from django.template.loader import get_template
from django.urls import clear_url_caches, get_resolver
from django.utils import translation

from config import template_loader
from config.web.warming import templates_of_moves, warm_up

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


def test_no_template_of_a_table_is_read_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    warm_up()
    read = []
    monkeypatch.setattr(template_loader.Loader, "get_contents", lambda self, origin: read.append(origin.name) or "")
    names = list(templates_of_moves())
    assert {"games/table/bid.html", "games/events/bid_made.html", "games/table/orders/bar.html"} <= set(names)
    for name in names:
        get_template(name)
    assert read == []


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
