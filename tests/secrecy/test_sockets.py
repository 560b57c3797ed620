"""Same bytes over the table's socket: what a page is sent whole, and what it is sent after a move."""

from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.engine import SPECTATOR, State, legal_moves, view
from games.models import Match, OrderSheet
from games.play.services.moves import play_moves
from games.table import consumers, hub
from games.table.rendering import as_swaps
from tests.games.conftest import People
from tests.games.engine.tables import EDITIONS
from tests.games.table.test_consumers import open_browser
from tests.games.table.test_same_bytes import mask
from tests.lengths import how_many, more
from tests.secrecy.twins import NAMES, lay, play_one, play_some, twin_of

pytestmark = pytest.mark.django_db(transaction=True)
# So many pairs for everybody who looks, at each of these tables.
PAIRS = how_many(short=4, long=50)
TABLES = [(EDITIONS[0], 3), (EDITIONS[1], 4), *more(*((edition, seats) for edition in EDITIONS for seats in (2, 5)))]
TABLES += more((EDITIONS[0], 4), (EDITIONS[1], 3))


class Sent(NamedTuple):
    """What a page got when it opened, and after the next move; and what its viewer may know by then."""

    table: str
    changes: str
    known: dict[str, Any]


async def sent_to(match: Match, user: User | None, state: State, seat: int | None, dice: Random) -> Sent:
    """Open a page, have somebody move, and read all that comes; the others have orders and notes of their own."""
    await sync_to_async(lay)(match, state, seat, dice)
    browser = await open_browser(match, user)
    table = mask(await browser.ask(0, match.version))
    known = await sync_to_async(play_first)(match, seat)
    changes = mask(await browser.table())
    await browser.socket.disconnect()
    await sync_to_async(take_back)(match)
    return Sent(table, changes, known)


@pytest.fixture(autouse=True)
def stopped_clock() -> Iterator[None]:
    """Let no second pass: what is sent tells when it was played, and clocks differ by the second in which that was."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def play_first(match: Match, viewer: int | None) -> dict[str, Any]:
    """Play the first of the answers, which is the same in both matches; what the viewer sees then."""
    state = match.read_state()
    play_moves(match_id=match.pk, seat=state.turn, moves=legal_moves(state)[:1], number=match.number + 1)
    return view(Match.objects.get(pk=match.pk).read_state(), viewer).to_json()


def take_back(match: Match) -> None:
    """Let it be as if nothing had been played."""
    match.moves.filter(number__gt=match.number).delete()
    match.save()


async def pairs_of(match: Match, user: User | None, seat: int | None, dice: Random) -> AsyncIterator[tuple[Sent, Sent]]:
    """Give what is sent at a match and at its twin, again and again as it is played on."""
    while match.status == Match.Status.RUNNING:
        state = match.read_state()
        yield (
            await sent_to(match, user, state, seat, dice),
            await sent_to(match, user, twin_of(state, seat, dice), seat, dice),
        )
        await sync_to_async(lay)(match, state, seat, dice)
        for _ in range(dice.randint(1, 5)):
            await sync_to_async(play_one)(match, dice)


async def some_pairs(
    people: People, user: User | None, seat: int | None, table: tuple[str, int], dice: Random
) -> AsyncIterator[tuple[Sent, Sent]]:
    """Give so many pairs as are asked for, of as many matches as it takes."""
    count = 0
    while count < PAIRS:
        match = await sync_to_async(play_some)(people, *table, dice, dice.randrange(5, 20))
        async for pair in pairs_of(match, user, seat, dice):
            yield pair
            count += 1
            if count == PAIRS:
                return


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("who", ["ada", "grace", ""])
async def test_equal_knowledge_gives_equal_frames(people, who, table):
    dice, seat = Random(f"frames/{who}/{table}"), NAMES.index(who) if who else SPECTATOR
    user = await sync_to_async(people)(who) if who else None
    moved_alike = 0
    async for one, other in some_pairs(people, user, seat, table, dice):
        assert one.table == other.table
        assert 'id="table-version"' in one.table
        # A move may turn over what was hidden: then the two are no longer twins.
        if one.known == other.known:
            assert one.changes == other.changes
            moved_alike += 1
    assert moved_alike > PAIRS / 3


async def test_a_leak_would_be_seen(people, monkeypatch):
    """The same look, at a table that sends what grace has ordered with every change."""

    def swaps_and_orders(*shown: Any) -> str:
        return f"{as_swaps(*shown)}{OrderSheet.objects.filter(seat=1).values_list('content', flat=True)}"

    for module in (consumers, hub):
        monkeypatch.setattr(module, "as_swaps", swaps_and_orders)
    ada = await sync_to_async(people)("ada")
    async for one, other in some_pairs(people, ada, 0, TABLES[0], Random("leak")):
        assert one.table != other.table
        assert one.changes != other.changes
        break
