"""Plans laid out while others act: what one would do with tiles that are not one's own yet."""

import pytest

from games.edition_words import words_in
from games.engine import Pass, view
from games.engine.state import AUCTION, PARTY, PLACING
from games.models import Match
from games.play.services.moves import play_move
from games.table.fitting import fits_of
from games.table.lot import lot_tiles
from games.table.plan import read_plan
from games.table.rendering import TableVersion, draw, draw_plan
from tests.browser.moments import Moment, play_on
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy, always with the same deal."""
    return begin(people, table, "grace", "hedy", deal="ahead", host_begins=True)


def at(match: Match, moment: Moment) -> Match:
    play_on(match, until=moment)
    match.refresh_from_db()
    return match


def best_plan(match: Match, seat: int) -> str:
    """A place in a seat's studio for a tile in the light, as an entry of a plan."""
    state = match.read_state()
    for tile in lot_tiles(state):
        for fit in fits_of(view(state, seat).state, seat, tile, words_in(match.edition_id, "en")).values():
            edition = state.edition
            return "~".join((edition.tiles[tile].id, edition.screenplays[fit.screenplay].id, str(fit.index)))
    raise AssertionError("nothing fits")


def planned(match: Match, viewer: int | None, *entries: str, picked: str = "") -> dict[str, str]:
    seen = TableVersion(match.number, match.version)
    return dict(draw_plan(match, viewer, "en", read_plan(picked, entries), seen).pieces)


def test_a_lot_that_one_bids_for_can_be_laid_out_before_it_is_won(match):
    at(match, lambda state: state.phase == AUCTION and len(state.lot()) == 3 and state.turn != 1 and 1 in state.queue)
    entry = best_plan(match, 1)
    pieces = planned(match, 1, entry)
    assert f'data-plan="{entry}"' in pieces["lot"]
    assert f'data-plan="{entry}"' in pieces["studio"]
    assert any("planned" in piece for name, piece in pieces.items() if name.startswith("play-"))
    assert "take back" in pieces["lot"]
    assert 'name="plan"' not in pieces["actions"], "nothing of it can be sent yet"


def test_the_same_plan_is_ready_to_be_confirmed_when_the_lot_is_won(match):
    at(
        match,
        lambda state: state.phase == AUCTION and len(state.lot()) == 3 and state.leader == 1 and len(state.queue) == 2,
    )
    entry = best_plan(match, 1)
    play_move(match_id=match.pk, seat=match.turn_seat, move=Pass(), number=match.number + 1)
    match.refresh_from_db()
    assert (match.read_state().phase, match.turn_seat) == (PLACING, 1)
    pieces = planned(match, 1, entry)
    assert f'name="plan" value="{entry}"' in pieces["actions"]


def test_at_a_party_one_tile_is_planned_the_latest(match):
    at(match, lambda state: state.phase == PARTY and len(state.offered) == 3 and state.turn != 1)
    state = match.read_state()
    first = best_plan(match, 1)
    other = next(
        state.edition.tiles[tile].id for tile in state.offered if not first.startswith(state.edition.tiles[tile].id)
    )
    pieces = planned(match, 1, first, other)
    assert f'data-plan="{other}"' in pieces["lot"]


@pytest.mark.parametrize("viewer", [None, 2])
def test_who_looks_on_or_has_passed_plans_nothing(match, viewer):
    at(match, lambda state: state.phase == AUCTION and len(state.lot()) == 3 and 2 not in state.queue)
    pieces = planned(match, viewer, best_plan(match, 2))
    assert 'data-plan=""' in pieces["lot"]


@pytest.mark.parametrize("entry", ["nonsense", "no~such~1", ""])
def test_what_cannot_be_is_left_out(match, entry):
    at(match, lambda state: state.phase == AUCTION and len(state.lot()) == 3)
    assert 'data-plan=""' in planned(match, 0, entry)["lot"]


def test_a_plan_is_nobody_elses_and_stored_nowhere(match):
    at(match, lambda state: state.phase == AUCTION and len(state.lot()) == 3 and 1 in state.queue)
    before = draw(match, 0, "en"), draw(match, None, "en"), match.state
    planned(match, 1, best_plan(match, 1))
    match.refresh_from_db()
    assert (draw(match, 0, "en"), draw(match, None, "en"), match.state) == before


def test_a_plan_brings_along_what_the_browser_has_not_seen_yet(match):
    at(match, lambda state: state.phase == AUCTION and len(state.lot()) == 3 and state.turn != 1 and 1 in state.queue)
    seen = TableVersion(match.number, match.version)
    draw(match, 1, "en")
    entry = best_plan(match, 1)
    play_move(match_id=match.pk, seat=match.turn_seat, move=Pass(), number=match.number + 1)
    match.refresh_from_db()
    drawing = draw_plan(match, 1, "en", read_plan("", [entry]), seen)
    assert f'data-plan="{entry}"' in drawing.parts["lot"]
    assert f'data-number="{match.number}"' in drawing.parts["table-version"]
    assert [place.number for place in drawing.entries] == [match.number]
