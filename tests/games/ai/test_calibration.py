"""How far forecasts can be believed is measured on deals kept apart, and told in the form that was agreed on."""

import json
from math import exp
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.ai import forecast
from games.ai.calibration import by_ends_alone, fit, judge, judge_places, said_of
from games.ai.forecast import ALONE, BESIDE_PROMISES, FIGURES, Trust
from games.ai.positions import PositionSample
from games.ai.tenths import KEPT, MISSED, OPEN, Tenth, better_than_score, tenths_of
from tests.games.analysis.records import KEPT as RECORDS

NO_TRUST = Trust(0.0, 0.0, 0.0)
SURE = ((50.0, 10.0),) * 4
CASES = [(edition, seats) for edition in ("dream-factory-2009", "traumfabrik-2000") for seats in (2, 3, 4, 5)]


def invented(count: int, slope: float) -> list[PositionSample]:
    """Positions of two seats in which a lead of a point at the end is worth so much in log odds."""
    dice, found = Random(4), []
    for _ in range(count):
        lead = dice.uniform(-40, 40)
        first = dice.random() < 1 / (1 + exp(-slope * lead))
        found.append(PositionSample(0.25, (0.0, 0.0), (0.0, 0.0), ((lead, 0.0),), (1, 2) if first else (2, 1)))
    return found


def test_the_fit_finds_what_a_point_counts():
    win, place = fit(invented(1500, slope=0.08))
    assert (win.end + 0.25 * win.near) / 10 == pytest.approx(0.08, rel=0.15)
    assert win == place  # of two seats who comes before the other has won


def test_nothing_is_trusted_where_nothing_follows():
    win, _ = fit([PositionSample(1.0, (1.0, 0.0), (9.0, 0.0), SURE, places) for places in ((1, 2), (2, 1))])
    assert win == pytest.approx(NO_TRUST)


def test_what_is_promised_is_trusted_where_it_comes():
    positions = [PositionSample(1.0, (0.0, 0.0), (9.0, 0.0), ((30.0, 30.0),), (1, 2))] * 20
    assert fit(positions)[0].promise > 1
    assert fit(by_ends_alone(positions))[0] == pytest.approx(NO_TRUST)


def test_a_perfect_forecast_has_nothing_to_be_blamed_for():
    certain = (Trust(100.0, 0.0, 0.0),) * 2
    positions = [PositionSample(1.0, (0.0, 0.0), (0.0, 0.0), SURE, (1, 2))]
    told = judge(positions, certain)
    assert told["brier"] == {"ours": 0.0, "score": 0.5, "even": 0.5}
    assert told["buckets"] == [{"said": 0.0, "won": 0, "count": 1}, {"said": 1.0, "won": 1, "count": 1}]
    assert judge_places(positions, certain) == {"ours": 0.0, "score": 0.5, "even": 0.5}


def test_who_shares_the_first_place_shares_the_win():
    shared = PositionSample(1.0, (0.0,) * 3, (0.0,) * 3, ((1.0, 1.0, 0.0),), (1, 1, 3))
    assert shared.won == (0.5, 0.5, 0)
    assert said_of(shared, (NO_TRUST, NO_TRUST)).place == pytest.approx((2, 2, 2))


@pytest.mark.parametrize(
    ("tenth", "verdict"),
    [(Tenth(0.3, 0.32, 1000), KEPT), (Tenth(0.3, 0.5, 1000), MISSED), (Tenth(0.3, 0.5, 6), OPEN)],
)
def test_a_tenth_is_near_enough_or_off_or_too_small_to_tell(tenth, verdict):
    low, high = tenth.interval
    assert 0 <= low < tenth.won < high <= 1
    assert tenth.verdict == verdict


def test_tenths_of_two_editions_are_thrown_together():
    rows = [
        {"buckets": [{"said": 0.31, "won": 0.2, "count": 1}, {"said": 0.99, "won": 1.0, "count": 5}]},
        {"buckets": [{"said": 0.39, "won": 0.6, "count": 3}]},
    ]
    third, last = tenths_of(rows)
    assert (third.said, third.won, third.count) == (pytest.approx(0.37), pytest.approx(0.5), 4)
    assert last == Tenth(0.99, 1.0, 5)


def test_a_score_that_was_never_wrong_cannot_be_beaten():
    assert better_than_score({"ours": 0.3, "score": 0.4, "even": 0.5}) == pytest.approx(0.25)
    assert better_than_score({"ours": 0.1, "score": 0.0, "even": 0.5}) == 0


def test_the_command_prints_what_was_agreed_on(capsys):
    case = ("--edition", "traumfabrik-2000", "--seats", "2", "--positions", "4", "--rollouts", "2")
    call_command("calibrate", *case, "--json")
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert set(result) == {"edition", "seats", "positions", "brier", "buckets"}
    assert (result["edition"], result["seats"], result["positions"]) == ("traumfabrik-2000", 2, 4)
    assert set(result["brier"]) == {"ours", "score", "even"}
    assert all(set(bucket) == {"said", "won", "count"} for bucket in result["buckets"])
    assert sum(bucket["count"] for bucket in result["buckets"]) == 2 * 4
    call_command("calibrate", *case, "--knows-all")
    assert "95 % interval" in capsys.readouterr().out


def test_records_of_anybody_are_measured(capsys, tmp_path):
    two = sorted(map(str, RECORDS.glob("*-2-kept-000000.json")))
    call_command("calibrate", "--rollouts", "1", "--json", "--records", *two)
    found = json.loads(capsys.readouterr().out)["results"]
    assert [(row["edition"], row["seats"]) for row in found] == [case for case in CASES if case[1] == 2]
    torn = tmp_path / "torn.json"
    torn.write_text("{")
    with pytest.raises(CommandError, match="refused"):
        call_command("calibrate", "--records", str(torn))
    record = json.loads((RECORDS / "dream-factory-2009-2-kept-000000.json").read_text())
    torn.write_text(json.dumps(record | {"moves": record["moves"][:50], "result": None}))
    with pytest.raises(CommandError, match=r"refused|not ended"):
        call_command("calibrate", "--records", str(torn))


@pytest.mark.parametrize(
    "wrong",
    [
        ("--positions", "0"),
        ("--rollouts", "0"),
        ("--records", "x.json", "--fit"),
        ("--publish", "--knows-all"),
        ("--fit", "--knows-all"),
    ],
)
def test_what_cannot_be_measured_is_refused(wrong):
    with pytest.raises(CommandError):
        call_command("calibrate", *wrong)


def test_what_is_fitted_and_published_is_kept(capsys, tmp_path, monkeypatch):
    kept = tmp_path / "forecast.json"
    kept.write_text(FIGURES.read_text())
    monkeypatch.setattr("games.management.commands.calibrate.FIGURES", kept)
    case = ("--edition", "dream-factory-2009", "--seats", "2", "--positions", "2", "--rollouts", "1")
    call_command("calibrate", *case, "--fit", "--publish", "--json")
    before, after = json.loads(FIGURES.read_text()), json.loads(kept.read_text())
    assert json.loads(capsys.readouterr().out)["results"] == after["results"][:1]
    assert after["results"][1:] == before["results"][1:]
    assert set(after["trust"]) == {BESIDE_PROMISES, ALONE}
    assert after["trust"] != before["trust"]


def test_every_published_figure_beats_the_score_by_a_fifth():
    rows = forecast.results()
    assert [(row["edition"], row["seats"]) for row in rows] == CASES
    assert all(row["brier"]["ours"] <= 0.8 * row["brier"]["score"] for row in rows)
    places = forecast.place_results()
    assert all(row["ours"] < row["score"] and row["ours"] < row["even"] for row in places)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_published_chances_come_true(seats):
    tenths = tenths_of(row for row in forecast.results() if row["seats"] == seats)
    assert len(tenths) == 10
    # Of forty tenths one or two lie outside their interval by chance alone.
    assert sum(tenth.verdict == MISSED for tenth in tenths) <= 1
