"""What is found in a match afterwards: chances that add up, worth that can be paid, mistakes beyond the noise."""

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.ai import hindsight
from games.ai.analysis import Chance, Mistake, analyse, balance
from games.ai.forecast import forecast as foresee
from games.ai.forecast import look_ahead
from games.ai.hindsight import CostlyDecision, WeighedAnswer
from games.ai.lot_worth import LotComparison, LotWorth
from games.engine import apply, view
from games.engine.moves import from_entry
from games.engine.record import read_setup
from games.engine.state import OVER
from games.play.services.positions import play_through
from tests.games.analysis.records import SHORT
from tests.games.engine.test_view import with_other_secrets


def test_chances_add_up_and_the_end_is_certain(states):
    for state in states[:: len(states) // 5]:
        found = foresee(state, Random(1))
        assert sum(found.win) == pytest.approx(1)
        assert sum(found.place) == pytest.approx(3)  # of two seats
    assert sorted(foresee(states[-1], Random(1)).win) == [0, 1]


def test_what_is_hidden_changes_no_forecast(states):
    state = states[30]
    twin = with_other_secrets(state, None, Random(3))
    assert foresee(state, Random(1)) == foresee(twin, Random(1))
    assert view(state, None).state.setup.deal == view(twin, None).state.setup.deal


def test_every_location_and_every_lot_is_looked_at(timeline, states, found):
    chances = [one for one in found if isinstance(one, Chance)]
    lots = [one for one in found if isinstance(one, LotWorth)]
    assert len(chances) == 4 * 8 + 1
    assert len(lots) == 4 * 6
    purses = {lot.number: max(max(state.money) for state in states) for lot in lots}
    assert all(0 <= lot.worth <= purses[lot.number] for lot in lots)
    assert all(lot.winner != lot.rival for lot in lots)
    again = analyse(states, timeline.standing_entries(), seed="test")
    assert [next(again) for _ in range(9)] == found[:9]


def test_what_was_taken_back_is_not_looked_at(timeline):
    """A lot was sold, moderators took it all back, and it went as in the record: of the first sale nothing is told."""
    record = json.loads(SHORT.read_text())
    standing = timeline.entries[:40]
    undone = 25
    entries = [*standing[:undone], [standing[undone - 1][0], "undo", undone], *standing]
    states = tuple(play_through(read_setup(record), entries))
    assert states[undone].sales
    told = list(analyse(states, [*[None] * (undone + 1), *standing], seed="test"))
    plainly = list(analyse(timeline.states[:41], standing, seed="test"))
    shift = undone + 1
    assert [one.number for one in told if isinstance(one, LotWorth)] == [
        one.number + shift for one in plainly if isinstance(one, LotWorth)
    ]
    assert [one.win for one in told if isinstance(one, Chance)] == [
        one.win for one in plainly if isinstance(one, Chance)
    ]


def test_every_mistake_has_a_better_answer_that_can_be_stepped_through(timeline, states, found):
    mistakes = [one for one in found if isinstance(one, Mistake)]
    assert mistakes
    for mistake in mistakes:
        verdict = mistake.verdict
        before, best = states[verdict.number - 1], verdict.answers[0]
        played = next(answer for answer in verdict.answers if answer.is_played)
        assert played.entry == timeline.entries[verdict.number - 1]
        assert verdict.seat == before.turn
        assert not best.is_played
        assert best.win[verdict.seat] - played.win[verdict.seat] == pytest.approx(verdict.cost, abs=0.002)
        assert sum(verdict.swing) == pytest.approx(0, abs=0.01)
        for answer in verdict.answers:
            state = before
            for entry in answer.line:
                assert (state.quarter, state.location) == (mistake.quarter, mistake.location)
                state = apply(state, *from_entry(entry)).state
            assert answer.line[0] == answer.entry
            assert state.phase == OVER or (state.quarter, state.location) != (mistake.quarter, mistake.location)


def test_worth_and_chances_never_contradict_each_other(states, found):
    for mistake in (one for one in found if isinstance(one, Mistake)):
        purse = states[mistake.verdict.number - 1].money[mistake.seat]
        assert mistake.worth <= max(purse, mistake.price)
        if mistake.kind == "passed":
            assert mistake.worth >= mistake.verdict.answers[0].entry[2] > mistake.price
        if mistake.kind == "overpaid":
            assert mistake.worth < mistake.price


def test_where_nothing_can_be_won_a_lot_is_worth_what_its_points_are():
    """Else every price would be without regret to whoever has lost already, up to the whole purse."""
    lost = lambda lead: 0.001 * lead  # noqa: E731 - a chance of nothing, and a little for the lead
    having = [[lost(-40 - price)] * 3 for price in range(12)]
    losing = [[lost(-46 + price)] * 3 for price in range(12)]
    assert LotComparison(having, losing).worth(11) == 3


def test_one_dear_price_that_looks_fine_by_chance_makes_no_lot_dear():
    having = [[0.5 - price / 20, 0.5 - price / 20] for price in range(10)]
    losing = [[0.45, 0.45]] * 9 + [[0.0, 0.0]]
    assert LotComparison(having, losing).worth(9) == 2


def test_a_price_is_good_or_bad_beyond_the_noise_or_not_at_all():
    steady = LotComparison([[0.5, 0.52, 0.51]], [[0.4, 0.43, 0.41]])
    wild = LotComparison([[0.9, 0.1, 0.6]], [[0.1, 0.8, 0.4]])
    assert steady.is_sure(0)
    assert not wild.is_sure(0)


def test_what_is_hidden_changes_no_verdict(timeline, states):
    """The same question on a deal that looks the same to everybody."""
    question = next(iter(hindsight.decisions_worth_a_look(states, timeline.standing_entries(), range(60, 200))))
    twin = list(states)
    twin[question.asked_after] = with_other_secrets(states[question.asked_after], None, Random(3))
    _chances, by = look_ahead(states[question.asked_after], Random(2))
    one, other = (hindsight.judge(table, question, by, Random(1)) for table in (states, twin))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [answer.win for answer in one.answers] == [answer.win for answer in other.answers]


def test_the_parts_of_a_result_add_up():
    chances = [Chance(0, 1, 0, (0.4, 0.6), (1.6, 1.4)), Chance(9, 4, 7, (1.0, 0.0), (1, 2))]
    answers = [WeighedAnswer([1, "bid", 5], (0.3, 0.7), False, []), WeighedAnswer([1, "pass"], (0.5, 0.5), True, [])]
    mistakes = [Mistake(1, 4, "passed", 4, 7, CostlyDecision(3, 1, answers, 0.2, (0.2, -0.2)))]
    for one in balance(chances, mistakes):
        assert one.decisions + one.rivals + one.luck == pytest.approx(one.result)
    assert balance(chances, mistakes)[1].decisions == -0.2
    assert balance(chances, mistakes)[0].rivals == 0.2


def test_the_command_gives_it_as_data(capsys):
    call_command("analyse", str(SHORT), "--json")
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"edition", "seats", "chances", "lots", "mistakes", "balance"}
    assert len(told["chances"][0]["win"]) == 2
    assert {"kind", "cost", "answers", "swing", "worth", "price"} <= told["mistakes"][0].keys()
    assert {"entry", "win", "line", "is_played"} == told["mistakes"][0]["answers"][0].keys()
    call_command("analyse", str(SHORT))
    assert "better:" in capsys.readouterr().out
    with pytest.raises(CommandError, match="refused"):
        call_command("analyse", __file__)
    with pytest.raises(CommandError, match="name a match record"):
        call_command("analyse")
    with pytest.raises(CommandError, match="takes no file"):
        call_command("analyse", str(SHORT), "--due")
