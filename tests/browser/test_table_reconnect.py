"""A server that dies and comes back: the table says so, and goes on where the match stands."""

import re
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.engine import Pass
from games.play.services.moves import play_move
from tests.browser.conftest import Site, Visit, serving
from tests.browser.moments import begin_at, bids
from tests.browser.players import Player
from tests.processes import free_port

pytestmark = pytest.mark.django_db(transaction=True)
# What a browser says about a server that is not there.
UNREACHABLE = re.compile(
    r"WebSocket connection|ERR_CONNECTION_REFUSED|htmx:afterRequest|htmx:sendError|\[object Event\]"
)


@pytest.fixture
def site(tmp_path: Path, transactional_db: None) -> Iterator[Site]:
    """A server of this test's own, so that it can be killed."""
    with serving(tmp_path, free_port(), secrets.token_hex(32)) as site:
        yield site


def test_after_the_server_was_killed_and_started_the_table_catches_up(visit: Visit, site: Site, tmp_path: Path) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()
    mark = other.page.locator("#connection")
    other.page.evaluate("window.isTheSamePage = true")
    other.page.locator("#tab-talk").click()
    other.page.locator("#talk-text").fill("half a sentence")

    site.process.stop(signal.SIGKILL)
    expect(mark).to_have_attribute("data-state", "reconnecting")
    expect(mark).to_have_text("reconnecting")
    played = play_move(match_id=match.pk, seat=0, move=Pass(), number=match.number + 1)
    with serving(tmp_path, int(site.url.rpartition(":")[2]), site.secret_key):
        for at in (player, other):
            expect(at.page.locator("#connection")).to_have_attribute("data-state", "connected")
            expect(at.version).to_have_attribute("data-number", str(played.number))
        expect(other.page.locator("#talk-text")).to_have_value("half a sentence")
        assert other.page.evaluate("window.isTheSamePage === true")
        other.wait_for_turn()
        other.place_all()
        expect(player.version).to_have_attribute("data-number", str(other.number))
        for person in (ada, grace):
            person.context.close()
            person.complaints[:] = [words for words in person.complaints if not UNREACHABLE.search(words)]
