"""What is drawn and sent: every part from its value alone, and after a bid as little as possible, nothing twice."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from random import Random
from statistics import median

import pytest
import time_machine
from time_machine import Traveller

from games.engine import SPECTATOR, Bid, acting, move_of, options
from games.engine.state import AUCTION, PLACING
from games.lobby.services.seating import join_table
from games.lobby.services.starting import set_ready
from games.models import Match
from games.play.services.moves import play_move
from games.render_cache import part_cache, table_cache
from games.table import drawing
from games.table.rendering import TableVersion, as_swaps, changes, draw
from tests.games.conftest import People, Tables
from tests.lengths import how_many

NAMES = ("ada", "grace", "hedy", "konstantin")

MEDIAN_OF_A_BID = 1_200  # bytes
MOST_DRAWINGS_OF_A_BID = 20  # for five viewers
MOVES = how_many(short=100, long=10_000)
LOOKED_AT = 0.1  # of all moves
LANGUAGES = ("en", "fr", "de")
VIEWERS = (0, 1, 2, 3, SPECTATOR)
ID = re.compile(r' id="([^"]+)"')
KEPT_ID = re.compile(r'<wbr id="([^"]+)">')


@pytest.fixture(autouse=True)
def clock() -> Iterator[Traveller]:
    """A clock that goes on by some seconds with every move."""
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Four people at a live table, where clocks run; their banks are no longer the same."""
    match = table(size=len(NAMES), decision_seconds=60, host_begins=True)
    Match.objects.update(secret=sha256(b"drawing").digest())
    for name in NAMES[1:]:
        join_table(match_id=match.pk, user=people(name))
    for number, name in enumerate(NAMES):
        set_ready(match_id=match.pk, user=people(name))
        match.seats.filter(number=number).update(bank_seconds=240 - 7 * number)
    match.refresh_from_db()
    return match


def play(match: Match, seed: str, clock: Traveller) -> Iterator[tuple[Match, bool]]:
    """Play a match by chance to its end: the match after each move, and whether that was a bid."""
    dice = Random(seed)
    while (seat := acting(state := match.read_state())) is not None:
        clock.shift(dice.randrange(3, 50))
        answers = options(state)
        # Low bids, so that there are many.
        code = dice.choice(answers[:3]) if state.phase == AUCTION else dice.choice(answers)
        move = move_of(state.edition, state.phase, code)
        play_move(match_id=match.pk, seat=seat, move=move, number=match.number + 1)
        match = Match.objects.get(pk=match.pk)
        yield match, isinstance(move, Bid)


def forget() -> None:
    table_cache.clear()
    part_cache.clear()


@pytest.mark.parametrize("seed", range(how_many(short=1, long=6)))
def test_what_is_remembered_is_what_would_be_drawn_anew(match: Match, seed: int, clock: Traveller) -> None:
    dice = Random(seed)
    for after, _is_bid in play(match, f"warm/{seed}", clock):
        if dice.random() > LOOKED_AT:
            continue
        language = dice.choice(LANGUAGES)
        warm = {viewer: draw(after, viewer, language) for viewer in VIEWERS}
        table_cache.clear()
        from_parts = {viewer: draw(after, viewer, language) for viewer in VIEWERS}
        forget()
        cold = {viewer: draw(after, viewer, language) for viewer in VIEWERS}
        assert warm == from_parts == cold


def test_a_bid_draws_nothing_that_stays_as_it_is(
    match: Match, clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    render = drawing._render
    monkeypatch.setattr(drawing, "_render", lambda part, words: drawn.append(part.template) or render(part, words))
    seen, bids = None, 0
    for after, is_bid in islice(play(match, "drawings", clock), MOVES):
        before = len(drawn)
        for viewer in VIEWERS:
            changes(after, viewer, "en", seen)
        seen = TableVersion(after.number, after.version)
        if is_bid and before:
            bids += 1
            assert not {*drawn[before:]} & {"studio", "own_play", "rival_plays", "track", "board", "lot", "ending"}
            assert len(drawn) - before <= MOST_DRAWINGS_OF_A_BID, drawn[before:]
    assert bids > 10


def test_whoever_buys_alone_is_sent_screenplays(match: Match, clock: Traveller) -> None:
    """Money changes with every sale, and it stands in every studio: the screenplays there stay as they are."""
    seen, sales = TableVersion(match.number, match.version), 0
    before = match.read_state()
    for viewer in VIEWERS:
        draw(match, viewer, "en")
    for after, _is_bid in islice(play(match, "sales", clock), MOVES):
        state = after.read_state()
        is_sale = before.phase == AUCTION and state.phase == PLACING
        for viewer in VIEWERS:
            pieces = changes(after, viewer, "en", seen).pieces
            if is_sale and viewer != state.turn:
                assert not [name for name in pieces if name.startswith("play-")]
        sales += is_sale
        seen, before = TableVersion(after.number, after.version), state
    assert sales > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bid_is_sent_in_few_bytes_and_nothing_of_it_twice(match: Match, language: str, clock: Traveller) -> None:
    forget()
    shown = {viewer: draw(match, viewer, language) for viewer in VIEWERS}
    sizes, seen = [], TableVersion(match.number, match.version)
    for after, is_bid in islice(play(match, "bytes", clock), MOVES):
        for viewer, before in shown.items():
            lacking = changes(after, viewer, language, seen)
            sent = as_swaps(lacking)
            ids = ID.findall(sent)
            assert len(ids) == len(set(ids)), "nothing is sent twice"
            assert [name for name, html in lacking.parts.items() if before.parts.get(name) == html] == []
            assert not set(lacking.entries) & set(before.entries)
            shown[viewer] = draw(after, viewer, language)
            laid_over = before.pieces | lacking.pieces
            assert {name: laid_over[name] for name in shown[viewer].pieces} == shown[viewer].pieces
            had = {*ID.findall("".join(before.parts.values()))}
            assert had.issuperset(KEPT_ID.findall(sent)), "only what the page shows is kept"
            assert had.issuperset(lacking.parts), "every part has its place"
            sizes += [len(sent.encode())] if is_bid else []
        seen = TableVersion(after.number, after.version)
    assert len(sizes) > 100
    assert median(sizes) < MEDIAN_OF_A_BID
