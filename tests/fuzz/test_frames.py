"""Random frames on the table's socket, between honest moves: none ends it, fails, or stores anything illegal."""

import json
from itertools import count
from random import Random
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.models import User
from bench._load_people import as_form
from games.engine import legal_moves
from games.models import Match
from games.play.consumers import SessionConsumer
from games.play.verification import verify_match
from tests.fuzz.memory import LARGEST_GROWTH, resident
from tests.fuzz.words import FRAMES
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.table.test_consumers import Browser, open_browser
from tests.lengths import how_many

pytestmark = pytest.mark.django_db(transaction=True)
SENT = how_many(short=200, long=20_000)
# So many frames are sent at one match, with an honest move after every fifth: it gets beyond its first auctions.
AT_ONE_MATCH, BETWEEN = 200, 5
FAR = 30
# How often everybody is asked whether they are still there: what has failed was sent since.
ASKED = 20
NAMES = ("ada", "grace", "hedy", "stranger")
# No entry has such a number: whoever asks for it is refused, in words that name it.
MARKERS = count(70_000_000)


@pytest.fixture
def no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a socket say as much as it likes: floods have tests of their own."""

    async def speaks_on(self: SessionConsumer) -> bool:
        return True

    monkeypatch.setattr(SessionConsumer, "may_speak", speaks_on)


def draw_frames(wanted: int) -> list[str]:
    """Draw frames outside of a test of Hypothesis' own, since a socket stays open for all of them: no two the same."""
    drawn: dict[str, None] = {}

    @settings(max_examples=wanted // 3, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(FRAMES, min_size=5, max_size=10, unique=True))
    def draw(frames: list[str]) -> None:
        drawn.update(dict.fromkeys(frames))

    draw()
    assert len(drawn) >= wanted
    return list(drawn)[:wanted]


class Company:
    """Everybody who has a table's page open, and what they have sent since all of them were last heard of."""

    def __init__(self, match: Match, browsers: list[Browser], dice: Random) -> None:
        self.match, self.browsers, self.dice = match, browsers, dice
        self.recent: list[str] = []

    async def send(self, browser: int, frame: str) -> None:
        self.recent.append(frame)
        await self.browsers[browser].socket.send_to(text_data=frame)

    async def move_honestly(self) -> None:
        """Whoever is asked answers, as their page does."""
        answer = await sync_to_async(self.honest_answer)()
        if answer is not None:
            await self.send(*answer)
            await self.expect(self.browsers[answer[0]])

    def honest_answer(self) -> tuple[int, str] | None:
        self.match.refresh_from_db()
        if self.match.turn_seat is None:
            return None
        answers = legal_moves(self.match.read_state())
        # Low bids, so that there is money left for what comes.
        chosen = answers[int(len(answers) * self.dice.random() ** 2)]
        form = {"number": self.match.number + 1, "key": "honest", **as_form(chosen)}
        return self.match.turn_seat, json.dumps({"post": "move", "form": urlencode(form)})

    async def expect_all(self) -> None:
        """Hear from every page; what was sent before has then failed nowhere."""
        for browser in self.browsers:
            await self.expect(browser)
        self.recent.clear()

    async def expect(self, browser: Browser) -> None:
        """Read all that waits, until a page has the answer to a question of its own: so its socket is there."""
        marker = next(MARKERS)
        await browser.socket.send_to(json.dumps({"post": "move", "form": f"number={marker}"}))
        while (output := await browser.socket.receive_output()).get("text") != f'{{"refused": {marker}}}':
            assert output["type"] == "websocket.send", f"{output} after {self.recent}"

    async def leave(self) -> None:
        for browser in self.browsers:
            await browser.socket.disconnect()


async def send_at(match: Match, seats: list[User], frames: list[str], dice: Random) -> None:
    """Send frames at a match from all pages in turn, with honest moves between them."""
    company = Company(match, [await open_browser(match, user) for user in seats], dice)
    for number, frame in enumerate(frames, start=1):
        await company.send(number % len(seats), frame)
        if number % BETWEEN == 0:
            await company.move_honestly()
        if number % ASKED == 0:
            await company.expect_all()
    await company.expect_all()
    await company.leave()


def begin_another(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


@pytest.mark.usefixtures("no_flood", "unlogged_refusals")
async def test_no_frame_ends_a_socket_or_stores_anything_illegal(people, table, caplog):
    seats = [await sync_to_async(people)(name) for name in NAMES]
    dice, sizes = Random("frames"), []
    for _ in range(SENT // AT_ONE_MATCH):
        match = await sync_to_async(begin_another)(people, table)
        await send_at(match, seats, draw_frames(AT_ONE_MATCH), dice)
        await sync_to_async(match.refresh_from_db)()
        assert match.number > FAR
        assert await sync_to_async(verify_match)(match) == []
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []
        sizes.append(resident())
    warm = len(sizes) // 4
    assert sizes[-1] - sizes[warm] < LARGEST_GROWTH


def test_frames_are_of_all_kinds():
    frames = draw_frames(AT_ONE_MATCH)
    assert len(set(frames)) == AT_ONE_MATCH
    for beginning in ('{"post": "move", "form": "', '{"post": "undo", "form": "', '{"number": ', "["):
        assert any(frame.startswith(beginning) for frame in frames), beginning
