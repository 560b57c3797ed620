"""Somebody at a table, who does what the page shows: by clicks, by keyboard alone, or without script."""

import re

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from games.models import Match
from tests.browser.conftest import Person
from tests.waiting import wait_until

LONGEST_WAY = 250


class Player:
    """Plays by clicks, and sees what happens without asking for it."""

    def __init__(self, person: Person, match: Match) -> None:
        self.page: Page = person.page
        self.address = f"/tables/{match.pk}/"
        self.version = self.page.locator("#table-version")
        self.actions = self.page.locator("#actions")
        self.hand = self.page.locator("#lot a[data-drag]")
        self.offered = self.page.locator("#lot button[name=take]")
        self.plan = self.actions.locator("input[name=plan]")
        self.lit = self.page.locator("#studio a[data-space]")
        self.undo_button = self.actions.locator("button[name=undo]")

    def sit(self) -> "Player":
        """Comes to the table."""
        self.page.goto(self.address)
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "connected")
        return self

    @property
    def number(self) -> int:
        return int(self.version.get_attribute("data-number") or 0)

    @property
    def turn(self) -> str:
        return self.version.get_attribute("data-turn") or ""

    def look(self) -> None:
        """Sees the table as it stands; a page with script shows that by itself."""

    def wait_for_turn(self) -> None:
        expect(self.version).to_have_attribute("data-turn", "mine")

    def wait_for_news(self, number: int) -> None:
        """Sees the match go on from that number."""
        self._see_go_on(number)

    def _see_go_on(self, number: int) -> None:
        self.page.locator(f"#table-version:not([data-number='{number}'])").wait_for(state="attached")

    def press(self, what: Locator) -> None:
        what.click()

    def answer(self, button: Locator) -> None:
        """Gives an answer and sees the table go on."""
        before = self.number
        self.press(button)
        self._see_go_on(before)

    def bid(self) -> None:
        """The least that beats the others."""
        self.answer(self.actions.locator("button[name=bid]").first)

    def let_pass(self) -> None:
        self.answer(self.actions.locator("button[name=pass]"))

    def take(self, tile: str) -> None:
        self.answer(self.offered.and_(self.page.locator(f"[value='{tile}']")))

    def undo(self) -> None:
        self.answer(self.undo_button)

    def pick_up(self, tile: str) -> None:
        """Takes a tile into the hand, unless it is there already."""
        link = self.page.locator(f"#tile-{tile}")
        if link.get_attribute("aria-current") != "true":
            self.press(link)
            link.and_(self.page.locator("[aria-current=true]")).wait_for()

    def lay(self, space: Locator) -> None:
        """Lays the tile in hand on a lit space: a thought, nothing final."""
        self._add(space)

    def put_aside(self) -> None:
        """Lays the tile in hand aside, to be discarded."""
        self._add(self.actions.locator("a.button"))

    def take_back(self, laid: Locator) -> None:
        """Takes a tile of the plan into the hand again."""
        count = self.plan.count()
        self.press(laid)
        expect(self.plan).to_have_count(count - 1)

    def _add(self, link: Locator) -> None:
        count = self.plan.count()
        self.press(link)
        self.plan.nth(count).wait_for(state="attached")

    def confirm(self) -> None:
        """Plays the plan, and lets go of what fits nowhere."""
        self.answer(self.actions.locator("button[name=confirm], button[name=discard_all]"))

    def place_all(self) -> None:
        """Lays out the whole hand, each tile on the first space that takes it, and confirms once."""
        final = self.actions.locator("button[name=confirm].button--primary, button[name=discard_all]")
        while not final.count():
            self.pick_up(self.hand.first.get_attribute("data-tile") or "")
            if self.lit.count():
                self.lay(self.lit.first)
            else:
                self.put_aside()
        self.confirm()

    def act(self, *, bids: bool = False, wastes: bool = False) -> str:
        """A simple answer to whatever is asked: the least bid or none, the first tile, the first space."""
        if self.offered.count():
            self.answer(self.offered.first)
            return "take"
        if not self.actions.locator("button[name=pass]").count():
            return self._act_on_hand(wastes)
        if bids and self.actions.locator("button[name=bid]").count():
            self.bid()
            return "bid"
        self.let_pass()
        return "pass"

    def _act_on_hand(self, wastes: bool) -> str:
        several = self.hand.count() > 1
        if several and wastes:
            self.pick_up(self.hand.first.get_attribute("data-tile") or "")
            self.put_aside()
        self.place_all()
        return "plan" if several else "place"


class KeyboardPlayer(Player):
    """Has no mouse: walks to what is wanted, and presses Space on a button, Enter on a link."""

    def press(self, what: Locator) -> None:
        self.walk_to(what)
        self.page.keyboard.press("Space" if what.evaluate("element => element.matches('button')") else "Enter")

    def walk_to(self, what: Locator) -> None:
        """From wherever the focus is, as far as it takes; it has to be seen there."""
        for _ in range(LONGEST_WAY):
            if what.evaluate("element => element === document.activeElement && element.matches(':focus-visible')"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard never comes to {what}")


class PlainPlayer(Player):
    """Has no script: every answer brings a new page, and what others do is seen by asking again."""

    def sit(self) -> "Player":
        self.page.goto(self.address)
        return self

    def look(self) -> None:
        self.page.goto(self.address)

    def wait_for_news(self, number: int) -> None:
        """There are none without asking."""


def next_to_act(players: list[Player]) -> Player | None:
    """Whoever is asked, as soon as a page says so; nobody once the match is over for all."""
    found: list[Player] = []

    def somebody_is_asked() -> bool:
        for player in players:
            player.look()
        numbers = [player.number for player in players]  # before the turns: they may go on while one looks
        turns = [player.turn for player in players]
        found[:] = [player for player, turn in zip(players, turns, strict=True) if turn == "mine"]
        if found or set(turns) == {"over"}:
            return True
        # A page that is behind has news under way; if none is, an AI is thinking.
        players[numbers.index(min(numbers))].wait_for_news(min(numbers))
        return False

    wait_until(somebody_is_asked, "somebody's turn")
    return found[0] if found else None


def post_answers(page: Page) -> None:
    """Have a page post its answers, as the server asks over the socket now and then."""

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(
            lambda words: socket.send('{"post": 0}') if str(words).startswith('{"post"') else server.send(words)
        )

    page.route_web_socket(re.compile("/ws/tables/"), pass_on)
