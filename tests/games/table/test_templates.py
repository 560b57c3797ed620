"""The parts of the table as they are drawn: one root each, lean, without secrets, and safe under the policy."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from random import Random

import pytest
from django.template.loader import get_template, render_to_string
from django.test import Client

from games.edition_words import words_in
from games.engine import SPECTATOR, State, apply, move_of, options
from games.engine.events import EVENT_KINDS
from games.engine.state import AUCTION, OVER, PARTY, PLACING
from games.models import Match
from games.render_cache import part_cache, table_cache
from games.table.log import line_of
from games.table.people import people_at
from games.table.plan import read_plan
from games.table.rendering import draw, draw_plan
from tests.games.conftest import People, Tables
from tests.games.matches import begin

LARGEST_BID = 5_000
LANGUAGES = ("en", "fr", "de")
PARTS = {"track", "bidding", "board", "ending", "lot", "actions", "studio", "guide", "table-version"}
OF_EACH_SEAT = ("rival_head", "rival_plays")
VOID = {"input", "br", "hr", "link", "img", "meta"}


class Roots(HTMLParser):
    """The elements that stand at the top of a piece of HTML, and what no part may hold."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth = 0
        self.roots: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self.forbidden: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if self.depth == 0:
            self.roots.append(given)
        self.ids.append(given.get("id") or "")
        self.forbidden += [f"{tag} {name}" for name in given if name == "style" or name.startswith(("on", "hx-on"))]
        self.forbidden += [tag] if tag in {"script", "style"} else []
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.depth -= tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


@pytest.fixture(autouse=True)
def _nothing_drawn_before() -> None:
    table_cache.clear()
    part_cache.clear()


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", "konstantin", "lise")


def play(
    state: State, until: Callable[[State], bool], seed: int = 1
) -> Iterator[tuple[State, list[dict[str, object]]]]:
    """States and events of a match by chance, up to the moment that is looked for."""
    dice = Random(seed)
    while not until(state):
        code = dice.choice(options(state))
        state, events = apply(state, state.turn, move_of(state.edition, state.phase, code))
        yield state, [event.to_json() for event in events]


def set_up(match: Match, state: State) -> Match:
    """The match in that state, as if it had been played there."""
    match.write_state(state)
    match.number += 1
    match.save()
    return match


MOMENTS: dict[str, Callable[[State], bool]] = {
    "auction": lambda state: state.phase == AUCTION and state.quarter == 2 and state.bid > 0,
    "party": lambda state: state.phase == PARTY and state.quarter == 2,
    "placing": lambda state: state.phase == PLACING and state.quarter == 3 and len(state.hand) > 1,
    "over": lambda state: state.phase == OVER,
}


@pytest.fixture(params=MOMENTS)
def moment(request: pytest.FixtureRequest, match: Match) -> Match:
    *_, (state, _events) = play(match.read_state(), MOMENTS[request.param])
    return set_up(match, state)


def viewers(match: Match) -> list[int | None]:
    return [SPECTATOR, *range(match.size)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_is_one_element_of_its_name(moment: Match, language: str) -> None:
    for viewer in viewers(moment):
        for name, html in draw(moment, viewer, language).parts.items():
            found = Roots(html)
            assert [root.get("id") for root in found.roots] == [name]
            assert found.depth == 0, f"{name} is not closed"


def test_a_page_draws_every_part_once(moment: Match) -> None:
    for viewer in viewers(moment):
        drawing = draw(moment, viewer, "en")
        seats = [seat for seat in range(moment.size) if seat != viewer]
        assert set(drawing.parts) == PARTS | {*(f"{name}-{seat}" for name in OF_EACH_SEAT for seat in seats)}
        ids = [identity for html in drawing.parts.values() for identity in Roots(html).ids if identity]
        assert len(ids) == len(set(ids))


def test_parts_hold_nothing_the_policy_forbids(moment: Match) -> None:
    for viewer in viewers(moment):
        drawing = draw(moment, viewer, "en")
        for html in (*drawing.parts.values(), *drawing.entries.values()):
            assert not Roots(html).forbidden
            assert "csrf" not in html


@pytest.mark.parametrize("kind", [*EVENT_KINDS, "undone"])
def test_every_event_has_a_sentence(kind: str) -> None:
    get_template(f"games/events/{kind}.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_leave_nothing_unsaid(match: Match, language: str) -> None:
    people = people_at(list(match.seats.select_related("user").order_by("number")))
    words = words_in(match.edition_id, language)
    told = set()
    for _state, events in play(match.read_state(), MOMENTS["over"]):
        for event in events:
            line = line_of(event, people, words)
            said = render_to_string(line.template, {"line": line.values, "words": words}).strip()
            assert said.endswith((".", "</span>")), said
            assert not re.search(r"None|\{|\}|\[|  ", said), said
            told.add(line.kind)
    assert told >= {"bid_made", "lot_won", "tile_placed", "party_opened", "award_made", "match_ended"}


def test_a_bid_pushes_little_to_anybody(match: Match) -> None:
    *_, (state, _events) = play(match.read_state(), lambda state: state.phase == AUCTION and state.quarter == 2)
    state.money[:] = [20] * match.size
    set_up(match, state)
    sizes = []
    for amount in (1, 2, 3):
        before = {viewer: draw(match, viewer, "de") for viewer in viewers(match)}
        bid = next(code for code in options(state) if code == amount)
        state = apply(state, state.turn, move_of(state.edition, state.phase, bid))[0]
        set_up(match, state)
        for viewer, earlier in before.items():
            lacking = draw(match, viewer, "de").since(earlier)
            assert not {"lot", "studio", "track", "board"} & set(lacking.parts)
            sizes.append(sum(len(html.encode()) for html in lacking.parts.values()))
    assert max(sizes) < LARGEST_BID - 300  # an entry of the log comes on top


def test_a_seat_is_asked_and_the_others_wait(match: Match) -> None:
    turn = match.read_state().turn
    for seat in range(match.size):
        parts = draw(match, seat, "en").parts
        assert ('name="pass"' in parts["actions"]) == (seat == turn)
        assert f'name="number" value="{match.number + 1}"' in parts["table-version"]
    assert "<button" not in draw(match, SPECTATOR, "en").parts["actions"]


def test_a_plan_is_laid_out_and_taken_back(match: Match) -> None:
    *_, (state, _events) = play(match.read_state(), MOMENTS["placing"])
    set_up(match, state)
    tile = state.edition.tiles[state.hand[0]].id
    picked = draw_plan(match, state.turn, "en", read_plan(tile, []), None).parts
    links = re.findall(r'id="lay-[^"]+" href="[^"]*[?;&]plan=([^"#&]+)', picked["studio"])
    assert len(links) == picked["studio"].count("space--lit")
    laid = draw_plan(match, state.turn, "en", read_plan("", [tile]), None).parts
    assert f'name="plan" value="{tile}"' in laid["actions"]
    assert "take back" in laid["lot"]
    assert 'name="confirm"' in laid["actions"]


def test_purses_stay_with_their_owners(match: Match) -> None:
    state = match.read_state()
    state.money[:] = [7001, 7002, 7003, 7004, 7005]
    set_up(match, state)
    for viewer in viewers(match):
        page = "".join(draw(match, viewer, "en").parts.values())
        seen = {seat for seat in range(match.size) if re.search(rf"\$700{seat + 1}M", page)}
        assert seen == (set() if viewer is None else {viewer})


@pytest.mark.parametrize("name", ["ada", "grace"])
def test_the_page_has_one_form_for_every_answer(client: Client, people: People, match: Match, name: str) -> None:
    client.force_login(people(name))
    page = client.get(match.get_absolute_url()).content.decode()
    assert page.count('id="move-form"') == 1
    for button in re.findall(r"<button[^>]*(?:name=\"(?:bid|pass|take|confirm)\")[^>]*>", page):
        assert 'form="move-form"' in button
    for part in ("table-version", "track", "bidding", "lot", "actions", "studio", "board", "ending", "log", "live"):
        assert page.count(f'id="{part}"') == 1


def test_the_end_tells_scores_awards_and_secret(match: Match) -> None:
    *_, (state, _events) = play(match.read_state(), MOMENTS["over"])
    ending = draw(set_up(match, state), SPECTATOR, "en").parts["ending"]
    assert bytes(match.secret).hex() in ending
    places = [int(place) for place in re.findall(r"<tr[^>]*><td>(\d)</td>", ending)]
    assert len(places) == match.size
    assert all(first <= second for first, second in pairwise(places))


def test_the_secret_is_not_told_before_the_end(match: Match) -> None:
    page = "".join(draw(match, SPECTATOR, "en").parts.values())
    assert bytes(match.secret).hex() not in page


def test_a_party_lists_everybody_in_the_order_of_choosing_and_who_has_chosen(match: Match) -> None:
    order: list[int] = []
    for state, events in play(match.read_state(), MOMENTS["over"]):
        opened = [event["order"] for event in events if event["event"] == "party_opened"]
        order = [int(seat) for seat in opened[0]] if opened else order  # type: ignore[attr-defined]
        around = [(state.popcorn + step) % match.size for step in range(match.size)]
        if state.phase == PARTY and len(state.queue) == 2 and order != around:
            break
    assert state.phase == PARTY, "faces decide at some party"
    drawn = draw(set_up(match, state), SPECTATOR, "en").parts["bidding"]
    rows = re.findall(r'<li class="bidder bidder--(\w+)" data-seat="(\d)">', drawn)
    assert [int(seat) for _stage, seat in rows] == order
    assert [stage for stage, _seat in rows] == [*["chosen"] * (match.size - 2), "acts", "in"]
    assert drawn.count("has chosen") == match.size - 2
