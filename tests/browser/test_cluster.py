"""`make cluster`: a match of two people whose pages come from different processes, and nothing is left afterwards."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, expect

from config.cluster.postgresql import address_of
from tests.browser.conftest import Person
from tests.browser.players import Player, next_to_act
from tests.processes import ROOT, Running, clean_environment, started
from tests.waiting import wait_until

pytestmark = pytest.mark.xdist_group("servers")
# Migrating PostgreSQL takes most of it, on a machine with much else to do.
START_SECONDS = 240
ACTS = 24


@dataclass
class Cluster:
    """The whole of it, where its parts answer, and what it keeps."""

    running: Running
    folder: Path

    @property
    def addresses(self) -> list[str]:
        """The address for everybody, then those of the web processes."""
        return re.findall(r"http://\S+(?=/)", self.running.said())


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # where root runs it, its servants must come in
        told = {"PORT": "0", "CLUSTER_DIR": name, "FORCED_PAUSE_SECONDS": "0.05,0.1", "WORKERS": "1"}
        with started([sys.executable, "-m", "config.cluster"], folder / "cluster.log", **told) as running:
            try:
                is_up = lambda: "lie in" in running.said() or running.process.poll() is not None  # noqa: E731
                wait_until(is_up, "a cluster that is up", seconds=START_SECONDS)
                assert "is open at" in running.said(), running.said()
                yield Cluster(running, folder)
            finally:
                running.process.send_signal(signal.SIGINT)
                running.process.wait(60)


def seat_two(cluster: Cluster) -> dict[str, Any]:
    """A match on the cluster's database, and the sessions of the two who play it."""
    told = {
        "DATABASE_URL": address_of(cluster.folder / "postgresql"),
        "SECRET_KEY": (cluster.folder / "secret_key").read_text(),
        "STATIC_ROOT": str(cluster.folder / "static"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.two_at_a_table"],
        cwd=ROOT,
        env=clean_environment() | told,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def visit(browser: Browser, address: str, session: str) -> Person:
    context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('table-moments', 'off')")
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    return Person(context.new_page(), context)


@dataclass
class Table:
    """As much of a match as a page's address needs."""

    pk: int


def test_two_people_play_on_two_processes_and_ctrl_c_leaves_nothing(cluster: Cluster, browser: Browser) -> None:
    made = seat_two(cluster)
    everybody, first, second = cluster.addresses[0], *cluster.addresses[-2:]
    assert first != second
    people = [visit(browser, *way) for way in zip((first, second), made["sessions"], strict=True)]
    players = [Player(person, Table(made["match"])).sit() for person in people]
    for turn in range(ACTS):
        asked = next_to_act(players)
        assert asked is not None
        asked.act(bids=turn % 3 == 0)
    latest = max(player.number for player in players)
    assert latest >= ACTS
    for player in players:
        expect(player.version).to_have_attribute("data-number", re.compile(r"\d+"))
        wait_until(lambda player=player: player.number >= latest, "what the other process stored")

    through_all = visit(browser, everybody, made["sessions"][0])
    Player(through_all, Table(made["match"])).sit()
    for person in (*people, through_all):
        person.context.close()

    children = psutil.Process(cluster.running.process.pid).children(recursive=True)
    assert len(children) >= 7  # PostgreSQL and Valkey, two of web, worker and its process, beat
    os.kill(cluster.running.process.pid, signal.SIGINT)
    assert cluster.running.process.wait(60) == 0
    assert "Stopped." in cluster.running.said()
    assert [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE] == []
