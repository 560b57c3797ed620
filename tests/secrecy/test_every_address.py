"""Same bytes from every address: pages, partials, exports, the API and the admin, for everybody who may ask."""

import re
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from accounts.api_tokens.services import make_token
from games.engine import SPECTATOR, State
from games.models import Match
from tests.games.conftest import People
from tests.games.engine.tables import EDITIONS
from tests.lengths import how_many, more
from tests.moderation.second_factor import show_second_factor
from tests.secrecy.addresses import Address, every_address, values_for
from tests.secrecy.twins import NAMES, lay, play_some, twin_of

pytestmark = pytest.mark.django_db

# So many pairs for each edition and number of seats, each asked for at some addresses.
PAIRS, ASKED = how_many(short=4, long=1_000), how_many(short=6, long=4)
# What changes with every request whatever is asked for: tokens against cross-site posts, the time, and the figures of
# supervisors; and what the rest of a page is called by for one request.
# Such a token, unless it could as well be a secret in hexadecimal digits.
TOKEN = r"\b(?![0-9a-fA-F]{64}\b)[A-Za-z0-9]{64}\b"
CHANGING = re.compile(TOKEN + r'|data-now="[^"]+"|\d+ ms|"figure": [\d.]+|\d+(\.\d+)? seconds? ago')
VISITORS = ("ada", "", "moderator", *more("grace", "stranger"))


class Visitor:
    """Somebody who asks, in a browser of their own or by a token, and what they may know."""

    def __init__(self, who: str, people: People, staff: Any) -> None:
        self.who = who
        self.seat = NAMES.index(who) if who in NAMES else SPECTATOR
        self.client = Client()
        self.headers: dict[str, str] = {}
        if who == "moderator":
            self.client = show_second_factor(staff("moderator"))
        elif who:
            self.client.force_login(people(who))
            token = make_token(user=people(who), name="twins", scopes=("read", "play", "tables"))
            self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, *, scripted: bool) -> tuple[int, dict[str, str], str]:
        """Return all that comes back: status, headers and body, without what changes anyhow."""
        headers = self.headers if path.startswith("/api/") else {}
        answer = self.client.get(path, headers={**headers, **({"HX-Request": "true"} if scripted else {})})
        content = read_stream(answer) if answer.streaming else answer.content
        kept = {name: value for name, value in answer.headers.items() if name not in ("Set-Cookie", "Expires", "Date")}
        return answer.status_code, kept, CHANGING.sub("", content.decode("latin-1"))


def read_stream(answer: Any) -> bytes:
    """Read what is sent piece by piece, to its end."""

    async def read() -> bytes:
        return b"".join([piece async for piece in answer.streaming_content])

    return async_to_sync(read)() if answer.is_async else b"".join(answer.streaming_content)


def compare(visitor: Visitor, match: Match, dice: Random, addresses: list[Address]) -> list[str]:
    """Ask for everything at a match and at its twin; the answer names what differs."""
    state = match.read_state()
    twin = twin_of(state, visitor.seat, dice)
    different = []
    for address in addresses:
        path, scripted = address.filled(values_for(address, match)), dice.random() < 0.3

        def ask(laid: State, path: str = path, scripted: bool = scripted) -> tuple[int, dict[str, str], str]:
            lay(match, laid, visitor.seat, dice)
            return visitor.ask(path, scripted=scripted)

        first, other = ask(state), ask(twin)
        assert first[0] != 500, path
        # A first look may leave something behind that the second one shows: then both are asked for once more.
        if first != other and ask(state) != ask(twin):
            different.append(path)
    lay(match, state, visitor.seat, dice)
    return different


@pytest.mark.parametrize("who", VISITORS)
def test_no_address_tells_what_its_visitor_may_not_know(people, staff, settings, who):
    settings.ALONE_ON_THIS_MACHINE = False
    dice = Random(f"addresses/{who}")
    match = play_some(people, EDITIONS[0], 3, dice, 40)
    is_staff = who == "moderator"  # to everybody else every address of the admin says the same
    addresses = [address for address in every_address() if address.route.startswith("admin/") == is_staff]
    assert compare(Visitor(who, people, staff), match, dice, addresses) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_knowledge_gives_equal_answers(people, staff, settings, edition, seats):
    settings.ALONE_ON_THIS_MACHINE = False
    dice = Random(f"pairs/{edition}/{seats}")
    addresses = [address for address in every_address() if address.route.startswith(("tables/<", "api/v1/tables"))]
    visitors = [Visitor(who, people, staff) for who in (*NAMES[:seats], "", "stranger", "moderator")]
    match = play_some(people, edition, seats, dice, 12)
    for pair in range(PAIRS):
        if pair % 25 == 24:
            match = play_some(people, edition, seats, dice, dice.randrange(60))
        visitor = visitors[pair % len(visitors)]
        assert compare(visitor, match, dice, dice.sample(addresses, ASKED)) == [], (pair, visitor.who)


@pytest.mark.parametrize("leak", ["the next tile", "the secret"])
def test_a_leak_would_be_seen(people, staff, monkeypatch, leak):
    """The same walk, at a table whose title is its next hidden tile, or what it was dealt from."""
    dice = Random("leak")
    match = play_some(people, EDITIONS[0], 3, dice, 40)

    secretly = lay

    def lay_openly(match: Match, state: State, *rest: Any) -> None:
        secretly(match, state, *rest)
        title = f"{state.setup.deal.bag[-3:]}" if leak == "the next tile" else bytes(match.secret).hex()
        Match.objects.filter(pk=match.pk).update(title=title)

    monkeypatch.setitem(compare.__globals__, "lay", lay_openly)
    addresses = [address for address in every_address() if address.route == "tables/<int:pk>/"]
    # More than once: a partial has no title.
    assert f"/tables/{match.pk}/" in compare(Visitor("ada", people, staff), match, dice, addresses * 4)
