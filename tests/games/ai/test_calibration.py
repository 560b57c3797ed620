"""How far forecasts can be believed is measured on deals kept apart, and told in the form that was agreed on."""

import json

from django.core.management import call_command

from games.ai import forecast
from games.ai.calibration import Position, fit, judge
from games.ai.forecast import FIGURES, Correction


def test_doubt_is_found_where_thought_is_too_sure():
    sure = ((50.0, 10.0),) * 4
    positions = [Position(quarter, sure, (1.0, 0.0), won) for quarter in range(1, 5) for won in ((1, 0), (0, 1))]
    assert all(correction.doubt == max(row.doubt for row in fit(positions)) for correction in fit(positions))
    assert fit(positions)[0].doubt > 0.5
    right = [Position(quarter, sure, (1.0, 0.0), (1, 0)) for quarter in range(1, 5)]
    assert fit(right)[0].doubt == 0


def test_a_perfect_forecast_has_nothing_to_be_blamed_for():
    sure = ((50.0, 10.0),) * 4
    told = judge([Position(4, sure, (0.0, 0.0), (1, 0))], [Correction(0.5, 0.0)] * 4)
    assert told["brier"] == {"ours": 0.0, "score": 0.5, "even": 0.5}
    assert told["buckets"] == [{"said": 0.0, "won": 0, "count": 1}, {"said": 1.0, "won": 1, "count": 1}]


def test_the_command_prints_what_was_agreed_on(capsys, monkeypatch):
    monkeypatch.setattr("games.ai.calibration.ROLLOUTS", 2)
    monkeypatch.setattr("games.ai.calibration.POSITIONS_A_MATCH", 4)
    call_command("calibrate", "--edition", "traumfabrik-2000", "--seats", "2", "--positions", "4", "--json")
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert set(result) == {"edition", "seats", "positions", "brier", "buckets"}
    assert (result["edition"], result["seats"], result["positions"]) == ("traumfabrik-2000", 2, 4)
    assert set(result["brier"]) == {"ours", "score", "even"}
    assert all(set(bucket) == {"said", "won", "count"} for bucket in result["buckets"])


def test_every_edition_and_number_of_seats_has_its_figures():
    kept = json.loads(FIGURES.read_text())
    assert len(kept["corrections"]) == len(kept["results"]) == 8
    assert all(len(rows) == 4 for rows in kept["corrections"].values())
    assert forecast.figures() == kept["corrections"]
