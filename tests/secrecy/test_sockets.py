"""Same bytes over the table's socket: what a page is sent whole, and what it is sent after a move."""

import re
from random import Random
from typing import Any, NamedTuple

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.engine import SPECTATOR, State, legal_moves, view
from games.models import Match
from games.play.services.moves import play_moves
from tests.games.engine.tables import EDITIONS
from tests.games.table.test_consumers import open_browser
from tests.games.table.test_same_bytes import mask
from tests.lengths import how_many
from tests.secrecy.twins import NAMES, lay, play_some, twin_of

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = how_many(short=2, long=250)


class Sent(NamedTuple):
    """What a page got when it opened, and after the next move; and what its viewer may know by then."""

    table: str
    changes: str
    known: dict[str, Any]


async def sent_to(match: Match, user: User | None, state: State, seat: int | None) -> Sent:
    """Open a page, have somebody move, and read all that comes."""
    await sync_to_async(lay)(match, state, seat, Random(1))
    browser = await open_browser(match, user)
    table = timeless(await browser.ask(0, match.version))
    known = await sync_to_async(play_first)(match, seat)
    changes = timeless(await browser.table())
    await browser.socket.disconnect()
    await sync_to_async(take_back)(match)
    return Sent(table, changes, known)


# When it was played, and clocks, which are sent again or not by the second in which that was.
TIMES = re.compile(r'\d{4}-\d\d-\d\dT[\d:.+Z]+|\d\d:\d\d:\d\d|<(i|time) id="clock[^>]*>.*?</\1>')


def timeless(frame: str) -> str:
    """Leave away what only tells when it was played."""
    return TIMES.sub("", mask(frame))


def play_first(match: Match, viewer: int | None) -> dict[str, Any]:
    """Play the first of the answers, which is the same in both matches; what the viewer sees then."""
    state = match.read_state()
    play_moves(match_id=match.pk, seat=state.turn, moves=legal_moves(state)[:1], number=match.number + 1)
    return view(Match.objects.get(pk=match.pk).read_state(), viewer).to_json()


def take_back(match: Match) -> None:
    """Let it be as if nothing had been played."""
    match.moves.filter(number__gt=match.number).delete()
    match.save()


@pytest.mark.parametrize("who", ["ada", "grace", ""])
async def test_equal_knowledge_gives_equal_frames(people, who):
    dice, seat = Random(f"frames/{who}"), NAMES.index(who) if who else SPECTATOR
    user = await sync_to_async(people)(who) if who else None
    for _ in range(PAIRS):
        match = await sync_to_async(play_some)(people, dice.choice(EDITIONS), 3, dice, dice.randrange(5, 50))
        state = match.read_state()
        one, other = [await sent_to(match, user, laid, seat) for laid in (state, twin_of(state, seat, dice))]
        assert one.table == other.table
        assert 'id="table-version"' in one.table
        # A move may turn over what was hidden: then the two are no longer twins.
        assert one.changes == other.changes or one.known != other.known
