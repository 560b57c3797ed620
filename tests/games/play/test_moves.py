"""`play_move`: numbers, keys, refusals, undo, the end, and twenty at once."""

from functools import partial

import pytest

from games.engine import Bid, Discard, Pass, Refused, Take, legal_moves, to_json
from games.lobby.services.seating import join_table
from games.lobby.services.starting import set_ready
from games.models import Match, PlayedMove
from games.play.services.moves import NotAllowed, PlayedNumber, TableMoved, play_move, play_moves, undo
from games.play.services.positions import moves_in_force, state_after
from tests.games.conftest import People, Tables
from tests.races import together


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """A match of ada and grace that has just begun; ada begins."""
    opened = table(size=2, host_begins=True)
    join_table(match_id=opened.pk, user=people("grace"))
    for name in ("ada", "grace"):
        set_ready(match_id=opened.pk, user=people(name))
    opened.refresh_from_db()
    return opened


def play(match: Match, move, number: int | None = None, key: str = "") -> PlayedNumber:
    match.refresh_from_db()
    assert match.turn_seat is not None
    return play_move(match_id=match.pk, seat=match.turn_seat, move=move, number=number or match.number + 1, key=key)


def to_the_party(match: Match) -> None:
    """Nobody bids and everything is thrown away until the first party."""
    match.refresh_from_db()
    while match.read_state().location < 3:
        play(match, Pass() if match.read_state().phase == 0 else legal_moves(match.read_state())[-1])
        match.refresh_from_db()


@pytest.mark.django_db
class TestPlaying:
    def test_a_match_begins_with_the_deal_of_its_secret_and_waits_for_the_first_seat(self, match):
        assert match.status == Match.Status.RUNNING
        assert (match.number, match.turn_seat) == (0, 0)
        assert [event["event"] for event in match.opening] == ["match_began", "quarter_began", "auction_opened"]

    def test_a_move_is_stored_with_its_number_and_what_followed(self, match):
        assert play(match, Bid(3)) == PlayedNumber(1)
        stored = PlayedMove.objects.get(match=match)
        assert (stored.number, stored.seat, stored.entry) == (1, 0, [0, "bid", 3])
        assert stored.events == [{"event": "bid_made", "seat": 0, "amount": 3}]
        match.refresh_from_db()
        assert (match.number, match.turn_seat) == (1, 1)

    def test_a_number_that_is_taken_is_refused_and_nothing_changes(self, match):
        play(match, Bid(3))
        with pytest.raises(TableMoved):
            play(match, Bid(4), number=1)
        assert PlayedMove.objects.count() == 1

    def test_the_same_move_with_the_same_key_gets_the_stored_answer(self, match):
        play(match, Bid(3), key="a")
        assert play_move(match_id=match.pk, seat=0, move=Bid(3), number=1, key="a") == PlayedNumber(1, again=True)
        assert PlayedMove.objects.count() == 1

    def test_another_move_with_the_same_key_is_told_that_the_table_moved(self, match):
        play(match, Bid(3), key="a")
        with pytest.raises(TableMoved):
            play_move(match_id=match.pk, seat=0, move=Bid(5), number=1, key="a")

    def test_a_key_that_was_used_for_another_move_is_told_the_same(self, match):
        play(match, Bid(3), key="a")
        for amount in range(4, 4 + match.size - 1):
            match.refresh_from_db()
            play(match, Bid(amount))
        match.refresh_from_db()
        assert match.turn_seat == 0
        with pytest.raises(TableMoved):
            play_move(match_id=match.pk, seat=0, move=Bid(9), number=match.number + 1, key="a")
        assert PlayedMove.objects.count() == match.size

    def test_nobody_uses_up_the_key_of_another_seat(self, match):
        play(match, Bid(3), key="theirs")
        match.refresh_from_db()
        assert match.turn_seat == 1
        assert play(match, Bid(4), key="theirs") == PlayedNumber(2)

    def test_what_the_rules_refuse_changes_nothing(self, match):
        before = match.state
        with pytest.raises(Refused):
            play(match, Take("the-mayor"))
        match.refresh_from_db()
        assert (match.state, match.number) == (before, 0)

    def test_a_seat_that_is_not_asked_is_refused(self, match):
        with pytest.raises(Refused):
            play_move(match_id=match.pk, seat=1, move=Pass(), number=1)

    def test_a_plan_is_played_whole_or_not_at_all(self, match):
        play(match, Pass())
        match.refresh_from_db()
        tile = legal_moves(match.read_state())[-1]
        assert isinstance(tile, Discard)
        with pytest.raises(Refused):
            play_moves(match_id=match.pk, seat=1, moves=[tile, tile], number=2)
        match.refresh_from_db()
        assert match.number == 1
        assert play_moves(match_id=match.pk, seat=1, moves=[tile], number=2) == PlayedNumber(2)

    def test_the_state_is_what_the_moves_give_from_the_deal(self, match):
        for move in (Bid(1), Bid(2), Pass()):
            play(match, move)
        match.refresh_from_db()
        assert to_json(state_after(match)) == match.state


@pytest.mark.django_db
class TestTakingBack:
    def test_a_take_is_taken_back_as_an_entry_of_its_own(self, match):
        to_the_party(match)
        before, number = match.state, match.number
        seat = match.turn_seat
        play(match, legal_moves(match.read_state())[0])
        match.refresh_from_db()
        assert undo(match_id=match.pk, seat=seat, number=match.number + 1) == PlayedNumber(number + 2)
        match.refresh_from_db()
        assert match.state == before
        assert match.moves.last().is_undo
        assert len(moves_in_force(match)) == number

    def test_play_goes_on_after_it_and_still_follows_from_the_moves(self, match):
        to_the_party(match)
        seat, moves = match.turn_seat, legal_moves(match.read_state())
        play(match, moves[0])
        match.refresh_from_db()
        undo(match_id=match.pk, seat=seat, number=match.number + 1)
        play(match, moves[1])
        match.refresh_from_db()
        assert to_json(state_after(match)) == match.state

    def test_bids_stand_and_others_moves_are_theirs(self, match):
        play(match, Bid(1))
        for seat in (0, 1):
            with pytest.raises(NotAllowed):
                undo(match_id=match.pk, seat=seat, number=2)

    def test_pressed_twice_it_takes_back_once(self, match):
        to_the_party(match)
        seat = match.turn_seat
        play(match, legal_moves(match.read_state())[0])
        match.refresh_from_db()
        number = match.number + 1
        undo(match_id=match.pk, seat=seat, number=number, key="u")
        assert undo(match_id=match.pk, seat=seat, number=number, key="u").again


@pytest.mark.django_db
def test_the_end_gives_every_seat_its_score_and_place(match):
    while match.status == Match.Status.RUNNING:
        play(match, legal_moves(match.read_state())[0])
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.finished_at is not None
    assert match.turn_seat is None
    assert all(seat.score is not None and seat.place is not None for seat in match.seats.all())
    with pytest.raises(TableMoved):
        play_move(match_id=match.pk, seat=0, move=Pass(), number=match.number + 1)


@pytest.mark.django_db(transaction=True)
def test_of_twenty_parallel_bids_for_the_same_number_one_stands(match):
    def bid(amount: int) -> str:
        try:
            play_move(match_id=match.pk, seat=0, move=Bid(amount % 13), number=1)
        except TableMoved:
            return "moved"
        return "played"

    outcome = together(partial(bid, amount) for amount in range(20))
    assert sorted(outcome) == ["moved"] * 19 + ["played"]
    match.refresh_from_db()
    assert match.number == PlayedMove.objects.filter(match=match).count() == 1
