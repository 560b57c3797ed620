"""Nothing hidden reaches a browser: neither in the page, nor in an answer, nor in a frame of its socket."""

import html
import re

import pytest
from playwright.sync_api import Page, Response

from games.engine import State
from games.engine.moves import from_entry
from games.models import Match
from games.play.services.positions import replay_moves
from tests.browser.conftest import Visit
from tests.browser.moments import begin_at, bids
from tests.browser.players import Player, next_to_act

pytestmark = pytest.mark.django_db(transaction=True)
VERSION = re.compile(r'<div[^>]*id="table-version"[^>]*>')
NUMBER = re.compile(r'data-number="(\d+)"')


class Ear:
    """Hears everything that comes to a browser, in the order in which it comes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str | Response] = []
        self.frames = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear_frame))
        page.on("response", self._hear_response)

    def _hear_frame(self, frame: str | bytes) -> None:
        self.frames += 1
        self.heard.append(frame if isinstance(frame, str) else frame.decode())

    def _hear_response(self, response: Response) -> None:
        if response.request.resource_type in ("document", "xhr", "fetch"):
            self.heard.append(response)

    def look(self) -> None:
        """The page as it stands, whatever it is made of."""
        self.heard.append(self.page.content())

    def texts(self) -> list[str]:
        return [html.unescape(it if isinstance(it, str) else it.text()) for it in self.heard]


def state_after(match: Match, number: int) -> State:
    """The whole truth at that moment."""
    played = match.moves.filter(number__lte=number).order_by("number").values_list("entry", flat=True)
    return replay_moves(match.read_state().setup, [from_entry(entry) for entry in played])


def hidden_words(state: State) -> set[str]:
    """Ids and English names of all that nobody may know yet, unless something in sight is called the same."""
    edition, deal = state.edition, state.setup.deal
    lots = edition.lots(state.setup.seats)
    seen = set(deal.legends[: state.quarter])
    for quarter in range(1, state.quarter + 1):
        for location, place in enumerate(edition.board):
            is_coming_party = place.is_party and quarter == state.quarter and location > state.location
            if not place.is_legend and not is_coming_party:
                seen.update(deal.bag[lots[quarter - 1][location]])
    tiles = {tile: {edition.tiles[tile].id, edition.tiles[tile].name["en"]} for tile in (*deal.legends, *deal.bag)}
    plays = {number: {play.id, play.title["en"]} for number, play in enumerate(edition.screenplays)}
    stack = set(deal.screenplays[state.drawn + 1 :])
    shown = set().union(*(tiles[tile] for tile in seen), *(plays[play] for play in plays if play not in stack))
    hidden = set().union(*(tiles[tile] for tile in tiles if tile not in seen), *(plays[play] for play in stack))
    return {word for word in hidden if not any(word in other for other in shown)}


def given_away(match: Match, texts: list[str]) -> set[tuple[int, str]]:
    """What was told before its time, and when. What does not say where the match stands follows what does."""
    found, number, words = set(), -1, re.compile("")
    for text in texts:
        version = VERSION.search(text)
        told = NUMBER.search(version[0]) if version else None
        if told and int(told[1]) != number:
            number = int(told[1])
            words = re.compile("|".join(map(re.escape, hidden_words(state_after(match, number)))))
        assert number >= 0, "whatever comes first says where the match stands"
        found |= {(number, word) for word in words.findall(text)}
    return found


def test_nothing_hidden_comes_to_two_players_and_a_spectator(visit: Visit) -> None:
    ada, grace, onlooker = visit("ada"), visit("grace"), visit()
    match = begin_at(bids(0, tiles=3, quarter=2), ada.user, grace.user, None)
    ears = [Ear(person.page) for person in (ada, grace, onlooker)]
    players = [Player(person, match).sit() for person in (ada, grace, onlooker)]
    party_is_over = players[0].page.locator(".frame--past", has_text="Rooftop Party")
    before = hidden_words(match.read_state())
    while not party_is_over.count():
        player = next_to_act(players[:2])
        assert player
        tile = player.page.locator("#lot [data-tile]").first
        tile.hover()
        player.act(bids=player is players[0])
        for ear in ears:
            ear.look()

    match.refresh_from_db()
    revealed = before - hidden_words(match.read_state())
    assert len(revealed) >= 4, "the tiles of a party were turned up on the way"
    for ear in ears:
        assert ear.frames > 5
        texts = ear.texts()
        assert any(word in text for word in revealed for text in texts), "what is revealed is told"
        assert given_away(match, texts) == set()
