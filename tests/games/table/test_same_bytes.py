"""Same bytes: two matches equal in all that a viewer may know give that viewer the same page, parts and frames."""

import re
from random import Random

import pytest
from django.test import Client

from games.engine import SPECTATOR, Bid, Pass, Setup, State, acting, deal, load_edition, options, perform, start
from games.engine.state import AUCTION, NOBODY, OVER
from games.models import Match, PlayedMove, Seat
from games.play.services.moves import play_move
from games.render_cache import part_cache, table_cache
from games.table.log_rendering import LogPlace
from games.table.rendering import changes, draw
from tests.games.conftest import People, Tables
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin
from tests.lengths import how_many

# Every viewer of every table is asked four times at least, in the long form more than 160 times.
PAIRS = how_many(short=24, long=1_000)
# A token against cross-site posts; what could as well be a secret in hexadecimal digits is none.
TOKEN = re.compile(r"\b(?![0-9a-fA-F]{64}\b)[A-Za-z0-9]{64}\b")
# How a forced answer is told: in the log, in the bar, and as the title.
FORCED = ("Nothing else was possible", "happens by itself", "Goes on by itself")


def some_state(edition: str, seats: int, dice: Random) -> State:
    """A match stopped at a random moment before its end, with something on the table."""
    known = load_edition(edition)
    state = start(Setup(known, known.studios[:seats], dice.randrange(seats), deal(known, dice.randbytes(32))))
    for _ in range(dice.randrange(20, 60 * seats)):
        answers = options(state)
        after = state.copy()
        perform(after, answers[min(1, len(answers) - 1)] if state.phase == AUCTION else answers[0])
        if acting(after) is None:
            break
        state = after
    return state


@pytest.fixture
def match(people: People) -> Match:
    """A table whose state the tests replace."""
    match = Match.objects.create(title="Bytes", edition_id=EDITIONS[0], size=5, host=people("ada"), secret=bytes(32))
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=people(name), studio=number + 1)
        for number, name in enumerate(("ada", "grace", "hedy", "zadie", "fritz"))
    )
    return match


def lay(match: Match, state: State, secret: bytes) -> Match:
    """The match as it would be with this state, dealt from this secret."""
    table_cache.clear()
    part_cache.clear()
    match.edition_id, match.size, match.secret = state.edition.id, state.setup.seats, secret
    match.status, match.number = Match.Status.RUNNING, 7
    match.write_state(state)
    match.save()
    return match


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_knowledge_gives_equal_parts(match, edition, seats):
    dice = Random(f"bytes/{edition}/{seats}")
    match.seats.filter(number__gte=seats).delete()
    viewers = (*range(seats), SPECTATOR)
    for pair in range(PAIRS):
        state = some_state(edition, seats, dice)
        viewer = viewers[pair % len(viewers)]
        twin = with_other_secrets(state, viewer, dice)
        language = dice.choice(["en", "fr", "de"])
        one = draw(lay(match, state, dice.randbytes(32)), viewer, language)
        other = draw(lay(match, twin, dice.randbytes(32)), viewer, language)
        assert one == other


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", ["ada", "grace", "", "stranger"])
def test_equal_knowledge_gives_equal_pages_and_headers(match, people, viewer):
    dice = Random(f"pages/{viewer}")
    match.seats.filter(number__gte=3).delete()
    client = Client()
    if viewer:
        client.force_login(people(viewer))
    seat = {"ada": 0, "grace": 1}.get(viewer)
    for _ in range(6):
        state = some_state(EDITIONS[0], 3, dice)
        twin = with_other_secrets(state, seat, dice)
        pages = []
        for secrets in (state, twin):
            lay(match, secrets, dice.randbytes(32))
            answer = client.get(f"/tables/{match.pk}/")
            headers = {name: value for name, value in answer.headers.items() if name not in ("Set-Cookie", "Expires")}
            pages.append((answer.status_code, headers, mask(answer.content.decode())))
        assert pages[0] == pages[1]
        assert pages[0][0] == 200
        assert ("Your studio" in pages[0][2]) == (seat is not None)


def mask(html: str) -> str:
    """Without what changes with every request: the token against cross-site posts, and the time."""
    return re.sub(r'data-now="[^"]+"', "", TOKEN.sub("token", html))


def test_what_is_masked_hides_no_secret():
    assert mask(f"<input value='{bytes(range(32)).hex()}'>") != mask(f"<input value='{bytes(range(1, 33)).hex()}'>")
    assert mask(f"<input value='{'aB3' * 21}x'>") == "<input value='token'>"


@pytest.fixture
def outbid(people: People, table: Tables) -> Match:
    """Ada has bid all that anybody has, so grace can only pass; hedy and whoever looks on do not see her purse."""
    match = begin(people, table, "grace", "hedy", host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(12), number=1)
    match.refresh_from_db()
    return match


def pages_of(match: Match, people: People, viewer: str) -> list[tuple[int, str]]:
    """Everything of a match that a viewer is shown: table, log, replay, lobby, and what is pushed."""
    table_cache.clear()
    part_cache.clear()
    match.seats.update(seen_number=0, looked_at=None)  # as if it were the first look
    match.refresh_from_db()
    client = Client()
    if viewer:
        client.force_login(people(viewer))
    seat = {"ada": 0, "grace": 1, "hedy": 2}.get(viewer)
    addresses = ["/tables/{}/", "/tables/{}/log/99/", f"/tables/{{}}/replay/{match.number}/", "/lobby/"]
    answers = [client.get(address.format(match.pk)) for address in addresses]
    pushed = [f"{changes(match, seat, language, None)}" for language in ("en", "fr", "de")]
    return [(answer.status_code, mask(answer.content.decode())) for answer in answers] + [(0, text) for text in pushed]


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", ["ada", "hedy", "", "stranger"])
def test_whether_somebody_could_have_bid_is_told_to_nobody_else(outbid, people, viewer):
    """The same match, in which grace has, or has not, something to decide: before her pass, and after it."""
    for number in (1, 2):
        forced = pages_of(outbid, people, viewer)
        Match.objects.update(ai_due_at=None) if number == 1 else PlayedMove.objects.update(forced=False)
        assert pages_of(outbid, people, viewer) == forced
        assert [status for status, _ in forced[:4]] == [200] * 4
        told = FORCED if number == 1 else FORCED[:1]  # then it is hedy who can only pass
        assert not any(sentence in page for _, page in forced for sentence in told)
        if number == 1:
            play_move(match_id=outbid.pk, seat=1, move=Pass(), number=2)


@pytest.mark.django_db
def test_whoever_passed_reads_that_nothing_else_was_possible(outbid, people):
    assert "happens by itself in a moment" in pages_of(outbid, people, "grace")[0][1]
    play_move(match_id=outbid.pk, seat=1, move=Pass(), number=2)
    table, log, replay, _lobby, *pushed = [page for _, page in pages_of(outbid, people, "grace")]
    assert all(FORCED[0] in page for page in (table, log, replay, pushed[0]))


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["open money", "two seats", "over"])
def test_where_purses_are_seen_everybody_reads_it(people, table, change):
    others = ["grace"] if change == "two seats" else ["grace", "hedy"]
    match = begin(people, table, *others, host_begins=True, open_money=change == "open money")
    play_move(match_id=match.pk, seat=0, move=Bid(12), number=1)
    play_move(match_id=match.pk, seat=1, move=Pass(), number=2)
    match.refresh_from_db()
    if change == "over":
        state = match.read_state()
        state.phase, state.turn = OVER, NOBODY
        match.write_state(state)
        match.status = Match.Status.FINISHED
        match.save()
    table_cache.clear()
    part_cache.clear()
    for viewer in (SPECTATOR, 0, 1):
        assert FORCED[0] in draw(match, viewer, "en").entries[LogPlace(2)]
        assert FORCED[0] not in draw(match, viewer, "en").entries[LogPlace(1)]


@pytest.mark.django_db
def test_no_hidden_tile_is_named_anywhere_on_the_page(match, people):
    """Canaries: every tile and screenplay that nobody has seen yet."""
    state = some_state(EDITIONS[0], 3, Random("canary"))
    match.seats.filter(number__gte=3).delete()
    lay(match, state, b"\x07" * 32)
    client = Client()
    client.force_login(people("ada"))
    html = client.get(f"/tables/{match.pk}/").content.decode()
    bag = state.setup.deal.bag[state.edition.lots(3)[state.quarter - 1][-1].stop :]
    stack = state.setup.deal.screenplays[state.drawn + 1 :]
    hidden = [state.edition.tiles[tile].id for tile in bag] + [state.edition.screenplays[n].id for n in stack]
    assert hidden
    assert [canary for canary in hidden if canary in html] == []
    assert ("07" * 32) not in html
