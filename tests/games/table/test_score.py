"""Who leads: points that are certain, money where it is seen, last bids, and what a lot would do for the others."""

import re
from random import Random

import pytest

from games.edition_words import words_in
from games.engine import SPECTATOR, Bid, Pass, points, view
from games.models import Match
from games.play.services.moves import play_move
from games.table.fitting import best_fit, fits_of
from games.table.prospects import prospects_of
from games.table.rendering import TableVersion, changes, draw
from games.table.score import score_of, with_purse
from tests.games.conftest import People, Tables
from tests.games.engine.tables import EDITIONS, go_to, new_table
from tests.games.engine.test_view import some_state
from tests.games.matches import begin

WORDS = words_in(EDITIONS[0], "en")


def test_the_score_so_far_is_what_the_rules_count_at_the_end() -> None:
    dice = Random("score")
    for _ in range(20):
        state = some_state(EDITIONS[0], 4, dice)
        for seat in range(4):
            known, score = points(state, seat), score_of(view(state, seat).state, seat, WORDS)
            assert (score.marker_points, score.award_points, score.purse) == known
            assert (score.certain, score.total) == (known.markers + known.awards, known.total)


def test_a_purse_that_is_secret_is_in_no_score_but_its_owners() -> None:
    """Ruling R10: with three to five seats each sees its own amount only."""
    state = new_table(3)
    for viewer in (0, 1, SPECTATOR):
        purses = [score_of(view(state, viewer).state, seat, WORDS).purse for seat in range(3)]
        assert purses == [state.money[0] if seat == viewer else None for seat in range(3)] or viewer == 1
    assert score_of(view(new_table(2), SPECTATOR).state, 0, WORDS).purse == new_table(2).money[0]
    assert with_purse(score_of(view(state, 1).state, 0, WORDS), None, WORDS).money == ""


@pytest.mark.parametrize(("open_money", "told"), [(True, "$12M"), (False, "+ money")])
@pytest.mark.django_db
def test_everybody_reads_money_where_it_is_open_and_a_lock_elsewhere(people, table, open_money, told):
    match = begin(people, table, "grace", "hedy", open_money=open_money)
    for viewer in (SPECTATOR, 0):
        head = draw(match, viewer, "en").pieces["score-1"]
        assert told in head
        assert ("money--secret" in head) is not open_money
    assert "$12M" in draw(match, 0, "en").pieces["own_score"]


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy at the first lot; ada begins."""
    return begin(people, table, "grace", "hedy", host_begins=True)


def stage(match: Match, seat: int) -> str:
    match.refresh_from_db()
    drawn = draw(match, SPECTATOR, "en").pieces[f"stage-{seat}"]
    return " ".join(re.sub("<[^>]+>", " ", drawn).split())


@pytest.mark.django_db
def test_each_bidder_is_shown_with_the_latest_bid(match):
    assert [stage(match, seat) for seat in range(3)] == ["to act", "in", "in"]
    for number, (seat, move) in enumerate([(0, Bid(1)), (1, Bid(2)), (2, Pass()), (0, Bid(4))], start=1):
        play_move(match_id=match.pk, seat=seat, move=move, number=number)
    assert [stage(match, seat) for seat in range(3)] == ["leads, $4M", "$2M, to act", "passed"]


@pytest.mark.django_db
def test_a_bid_leaves_scores_and_what_lots_would_do_unsent(match):
    draw(match, 1, "en")
    play_move(match_id=match.pk, seat=0, move=Bid(3), number=1)
    seen = match.number, match.version
    match.refresh_from_db()
    sent = changes(match, 1, "en", TableVersion(*seen)).pieces
    assert not [name for name in sent if name.startswith(("score", "tally", "prospects", "rival_plays", "own_score"))]


@pytest.mark.django_db
def test_without_a_bid_words_stand_in_its_place(match):
    pieces = draw(match, 0, "en").pieces
    assert "No bid yet" in pieces["bid"]
    assert "–" not in pieces["bid"]


def test_what_a_lot_would_do_for_a_rival_is_what_it_would_do_for_them() -> None:
    state = new_table(4)
    state = go_to(state, state.edition.board[1].id)
    for seat in range(4):
        for prospect, tile in zip(prospects_of(state, seat, WORDS), state.lot(), strict=True):
            assert prospect.fit == best_fit(fits_of(state, seat, tile, WORDS))
