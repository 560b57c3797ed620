"""Who feeds whom: weak play alone is no alarm, helping one certain rival is; shown on matches made by hand."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.engine import load_edition
from games.fair_play.answers import LotOffer, Pick, SeatAnswers
from games.fair_play.feeding import EYES, HABITS, HonestPlay, learn
from games.fair_play.figures import feeding_yardstick, honest_play, likeness_yardstick, load_figures, timing_yardstick
from games.fair_play.players import HONEST
from games.fair_play.series import SeriesTable, play_series

EVEN = HonestPlay([(habit, 1 / len(HABITS)) for habit in HABITS], [(eye, 1 / len(EYES)) for eye in EYES])
PARTNER, OTHER = 1, 2


def offer(leader: int, *, went_on: bool, worth: float = 8.0, price: int = 3) -> LotOffer:
    return LotOffer(1, worth, price, went_on, leader, is_ahead=False, wants=((leader, 6.0),))


def suspicion_of(*offers: LotOffer, rival: int = PARTNER, seats: int = 3, picks: tuple[Pick, ...] = ()) -> float:
    return EVEN.suspicion([(SeatAnswers(offers, picks), rival)], seats)


def test_who_gives_way_to_one_rival_alone_is_seen_and_the_other_is_not_suspected():
    offers = [offer(PARTNER, went_on=False)] * 12 + [offer(OTHER, went_on=True)] * 12
    assert suspicion_of(*offers) > 5
    assert suspicion_of(*offers, rival=OTHER) < 0


@pytest.mark.parametrize(
    "goes_on", [(True, True, True), (False, False, False), (True, False, True), (False, True, False)]
)
def test_who_plays_alike_against_everybody_is_weak_at_most(goes_on):
    offers = [offer(leader, went_on=yes) for leader in (PARTNER, OTHER) for yes in goes_on * 4]
    assert suspicion_of(*offers) < 1


def test_giving_way_where_the_lot_is_not_worth_it_says_nothing():
    offers = [offer(PARTNER, went_on=False, worth=1.0)] * 12 + [offer(OTHER, went_on=True)] * 12
    assert suspicion_of(*offers) < 1


def test_leaving_the_best_tile_to_one_rival_again_and_again_is_seen():
    kind = Pick(1, own=(9.0, 1.0, 2.0), left=((0.0,) * 3, (0.0, 8.0, 8.0), (0.0,) * 3), chosen=1)
    wise = kind._replace(chosen=0)
    assert suspicion_of(picks=(kind,) * 8) > 3
    assert suspicion_of(picks=(wise,) * 8) < 0


def test_with_two_seats_waste_is_the_rivals_gain():
    offers = [offer(PARTNER, went_on=True, worth=1.0, price=9)] * 10 + [offer(PARTNER, went_on=True)] * 10
    assert suspicion_of(*offers, seats=2) > suspicion_of(*offers, seats=3)


def test_the_same_deals_give_the_same_series_and_seats_are_drawn_anew():
    table = SeriesTable(load_edition("dream-factory-2009"), 3, 2)
    one, same = (play_series(table, "test", 1, kinds=list(HONEST), planted=True) for _ in range(2))
    assert one == same
    assert one.planted
    assert one.giver != one.taker
    assert all(sorted(match.seat_of) == [0, 1, 2] for match in one.matches)
    answers = one.matches[0].answers
    assert all(len(seat.offers) > 5 and seat.picks for seat in answers)
    known = learn(seat for match in one.matches for seat in match.answers)
    assert sum(known.habit_weights) == pytest.approx(1, abs=0.25)  # what is rare was left out


def test_planted_helpers_stand_out_in_a_short_trial():
    """The figures that moderators see, on three tables instead of hundreds."""
    edition = load_edition("dream-factory-2009")
    planted = [
        play_series(
            SeriesTable(edition, 3, 3), "short", number, kinds=["director", "wavering", "assistant"], planted=True
        )
        for number in range(3)
    ]
    known, threshold = honest_play(3), feeding_yardstick(3, 3).threshold
    helped = [
        known.suspicion(
            [(match.answers[match.seat_of[one.giver]], match.seat_of[one.taker]) for match in one.matches], 3
        )
        for one in planted
    ]
    assert sum(value > threshold for value in helped) >= 2
    third = [({0, 1, 2} - {one.giver, one.taker}).pop() for one in planted]
    honest = [
        known.suspicion([(match.answers[match.seat_of[other]], match.seat_of[one.taker]) for match in one.matches], 3)
        for one, other in zip(planted, third, strict=True)
    ]
    assert sum(value > threshold for value in honest) == 0


def test_the_kept_figures_tell_how_often_they_are_wrong():
    for seats in (2, 3, 4, 5):
        for matches in (1, 3, 4, 12):
            for yardstick in (feeding_yardstick(seats, matches), likeness_yardstick(matches)):
                assert yardstick.threshold >= 4.6
                assert 0 <= yardstick.wrong <= yardstick.wrong_at_most < 0.06
    assert timing_yardstick().wrong < 0.02
    assert all("fair_play_trial" in load_figures()[signal]["command"] for signal in ("feeding", "likeness", "timing"))


def test_the_command_gives_both_rates_as_data(capsys):
    call_command("fair_play_trial", "--signal", "timing", "--scale", "0.1", "--json")
    found = json.loads(capsys.readouterr().out)["timing"]
    assert found["found"]["share"] > 0.8
    assert found["false_alarms"]["low"] <= found["false_alarms"]["share"] <= found["false_alarms"]["high"]
    with pytest.raises(CommandError, match="--scale"):
        call_command("fair_play_trial", "--scale", "0")
    with pytest.raises(CommandError, match="all numbers of seats"):
        call_command("fair_play_trial", "--seats", "3", "--publish")
