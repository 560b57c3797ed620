"""Same bytes from every address: pages, partials, exports, the API and the admin, for everybody who may ask."""

import re
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client

from accounts.api_tokens.services import make_token
from games.engine import SPECTATOR, State
from games.models import Match
from tests.games.conftest import People
from tests.games.engine.tables import EDITIONS
from tests.lengths import how_many, more
from tests.moderation.second_factor import show_second_factor
from tests.secrecy.addresses import Address, every_address, values_for
from tests.secrecy.twins import NAMES, lay, play_one, play_some, twin_of

pytestmark = pytest.mark.django_db

# So many pairs for each edition and number of seats, each asked for at some addresses, as a page and as a part.
PAIRS, ASKED = how_many(short=4, long=1_000), how_many(short=6, long=2)
HINTS = how_many(short=3, long=60)
# One match serves so many of them: it is played on between two pairs.
AT_ONE_MATCH = 50
# So many addresses of a table answer whoever sits there, and whoever does not: no pair is one of refusals.
LEAST = {"seat": 12, "stranger": 10, "": 7, "moderator": 8}
# What changes with every request whatever is asked for: tokens against cross-site posts, the time, and the figures of
# supervisors; and what the rest of a page is called by for one request.
# Such a token, unless it could as well be a secret in hexadecimal digits.
TOKEN = r"\b(?![0-9a-fA-F]{64}\b)[A-Za-z0-9]{64}\b"
CHANGING = re.compile(TOKEN + r'|data-now="[^"]+"|\d+ ms|"figure": [\d.]+|\d+(\.\d+)? seconds? ago')
VISITORS = ("ada", "", "moderator", *more("grace", "stranger"))


# An address, and whether only a part of a page is asked for; what comes back.
Asked = tuple[str, bool]
Answer = tuple[int, dict[str, str], str]


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

    def ask(self, path: str, *, scripted: bool) -> Answer:
        """Return all that comes back: status, headers and body, without what changes anyhow."""
        headers = self.headers if path.startswith("/api/") else {}
        return read(self.client.get(path, headers={**headers, **({"HX-Request": "true"} if scripted else {})}))

    def post(self, path: str, form: dict[str, Any]) -> Answer:
        """Return the same of what a page posts."""
        return read(self.client.post(path, form, headers={"HX-Request": "true"}))


def read(answer: Any) -> Answer:
    """Take an answer apart, without what changes anyhow."""
    content = read_stream(answer) if answer.streaming else answer.content
    kept = {name: value for name, value in answer.headers.items() if name not in ("Set-Cookie", "Expires", "Date")}
    return answer.status_code, kept, CHANGING.sub("", content.decode("latin-1"))


def read_stream(answer: Any) -> bytes:
    """Read what is sent piece by piece, to its end."""

    async def read() -> bytes:
        return b"".join([piece async for piece in answer.streaming_content])

    return async_to_sync(read)() if answer.is_async else b"".join(answer.streaming_content)


# It broke, or whoever asks has asked too often: then it is nothing that is compared.
FAILURES = (429, 500)


def compare(visitor: Visitor, match: Match, dice: Random, asked: list[Asked]) -> list[str]:
    """Ask for everything at a match and at its twin; the answer names what differs."""
    state = match.read_state()
    twin = twin_of(state, visitor.seat, dice)

    def ask_at(laid: State) -> list[Answer]:
        lay(match, laid, visitor.seat, dice)
        return [visitor.ask(path, scripted=scripted) for path, scripted in asked]

    first, other = ask_at(state), ask_at(twin)
    assert [path for (path, _), (status, *_) in zip(asked, first, strict=True) if status in FAILURES] == []
    if first != other:
        # A first look may leave something behind that the second one shows: then both are asked for once more.
        again = zip(first, other, ask_at(state), ask_at(twin), strict=True)
    else:
        again = zip(first, other, first, other, strict=True)
    different = [one != two and three != four for one, two, three, four in again]
    lay(match, state, visitor.seat, dice)
    return [path for (path, _), differs in zip(asked, different, strict=True) if differs]


def both_ways(addresses: list[Address], match: Match) -> list[Asked]:
    """Ask for each address as a page and as a part of one."""
    paths = [address.filled(values_for(address, match)) for address in addresses]
    return [(path, scripted) for path in paths for scripted in (False, True)]


def answering(visitor: Visitor, match: Match) -> list[Address]:
    """Find the addresses of a table at which this visitor is shown something."""
    addresses = [address for address in every_address() if address.route.startswith(("tables/<", "api/v1/tables"))]
    paths = [(address, address.filled(values_for(address, match))) for address in addresses]
    return [address for address, path in paths if visitor.ask(path, scripted=False)[0] == 200]


@pytest.mark.parametrize("who", VISITORS)
def test_no_address_tells_what_its_visitor_may_not_know(people, staff, settings, who):
    settings.ALONE_ON_THIS_MACHINE = False
    dice = Random(f"addresses/{who}")
    match = play_some(people, EDITIONS[0], 3, dice, 40)
    is_staff = who == "moderator"  # to everybody else every address of the admin says the same
    addresses = [address for address in every_address() if address.route.startswith("admin/") == is_staff]
    asked = [(path, scripted) for path, scripted in both_ways(addresses, match) if scripted == (dice.random() < 0.3)]
    assert compare(Visitor(who, people, staff), match, dice, asked) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_knowledge_gives_equal_answers(people, staff, settings, edition, seats):
    settings.ALONE_ON_THIS_MACHINE = False
    dice = Random(f"pairs/{edition}/{seats}")
    visitors = [Visitor(who, people, staff) for who in (*NAMES[:seats], "", "stranger", "moderator")]
    match = play_some(people, edition, seats, dice, 12)
    shown = [answering(visitor, match) for visitor in visitors]
    for visitor, addresses in zip(visitors, shown, strict=True):
        assert len(addresses) >= LEAST[visitor.who if visitor.seat is SPECTATOR else "seat"], visitor.who
    for pair in range(PAIRS):
        if pair % AT_ONE_MATCH == AT_ONE_MATCH - 1 or match.status != Match.Status.RUNNING:
            match = play_some(people, edition, seats, dice, dice.randrange(40))
        play_one(match, dice)
        cache.clear()  # where it is counted how often somebody asks
        visitor, addresses = visitors[pair % len(visitors)], shown[pair % len(visitors)]
        asked = both_ways(dice.sample(addresses, min(ASKED, len(addresses))), match)
        # Still known to the site, and not asking too often; an entry may have brought nothing to show.
        assert visitor.ask(asked[0][0], scripted=False)[0] in (200, 404), asked[0]
        assert compare(visitor, match, dice, asked) == [], (pair, visitor.who)


def hints_at(visitor: Visitor, match: Match, state: State, dice: Random) -> list[Answer]:
    """Take every grade of a hint at this state, which nobody has taken before."""
    lay(match, state, visitor.seat, dice)
    match.seats.update(hint=None, hints_taken=0)
    match.save(update_fields=["version"])
    path = f"/tables/{match.pk}/hint/"
    said = [{"number": match.number + 1, "grade": grade} for grade in (1, 2, 3)]
    return [visitor.post(path, form) for form in said]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_brain_advises_is_thought_of_what_its_seat_may_know(people, staff, edition):
    dice = Random(f"hints/{edition}")
    ada = Visitor("ada", people, staff)
    match, pairs = play_some(people, edition, 3, dice, 5, alone=True), 0
    while pairs < HINTS:
        if match.status != Match.Status.RUNNING:
            match = play_some(people, edition, 3, dice, 5, alone=True)
        state = match.read_state()
        if state.turn == 0 and match.ai_due_at is None:
            first = hints_at(ada, match, state, dice)
            assert first == hints_at(ada, match, twin_of(state, 0, dice), dice)
            assert [status for status, *_ in first] == [200, 200, 200]
            assert len({page for *_, page in first}) == 3
            pairs += 1
            lay(match, state, 0, dice)
        play_one(match, dice)


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
    assert f"/tables/{match.pk}/" in compare(Visitor("ada", people, staff), match, dice, both_ways(addresses, match))
