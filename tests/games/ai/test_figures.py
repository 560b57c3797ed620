"""The AIs' figures: there for every table, with their provenance, from deals that nothing published is measured on."""

import json
from random import Random

import pytest

from games.ai import learned, weights
from games.ai.deals import CHECKING, TUNING
from games.ai.learned import FEATURES, STAGES, load_value
from games.ai.training import Example, TrainingPlan, fit, train
from games.ai.tuning import TuningPlan, tune
from games.ai.weights import NAMES, Weights, load_weights, scaled
from tests.games.engine.tables import EDITIONS

TABLES = [(edition, seats) for edition in EDITIONS for seats in (2, 3, 4, 5)]


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_every_table_has_tuned_weights_with_their_provenance(edition, seats):
    told = json.loads((weights.FOLDER / f"{edition}-{seats}.json").read_text(encoding="utf-8"))
    assert (told["edition"], told["seats"]) == (edition, seats)
    assert told["provenance"]["deals"].startswith(f"{TUNING}/")
    assert set(told["weights"]) == set(NAMES)
    assert load_weights(edition, seats) == Weights(**told["weights"])


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_every_table_has_a_learned_value_that_knows_more_than_the_mean(edition, seats):
    told = json.loads((learned.FOLDER / f"{edition}-{seats}.json").read_text(encoding="utf-8"))
    assert told["provenance"]["deals"].startswith(f"{TUNING}/")
    assert told["provenance"]["checked_on"].startswith(f"{CHECKING}/")
    assert told["stages"][-1]["error"] < 0.6 * told["stages"][-1]["spread"]
    value = load_value(edition, seats)
    assert len(value.weights) == STAGES
    assert {len(row) for row in value.weights} == {len(FEATURES)}


def test_an_edition_that_nobody_tuned_is_played_all_the_same():
    assert load_weights("home-made", 4) in [load_weights(edition, 4) for edition in EDITIONS]
    assert load_value("home-made", 4) is not None


def test_a_taste_scales_weights():
    assert scaled(Weights(face=0.2), face=2.0).face == pytest.approx(0.4)


def test_tuning_goes_through_generations_the_same_every_time():
    plan = TuningPlan(EDITIONS[0], 2, generations=2, candidates=2, games=1)
    guesses = list(tune(plan, Weights()))
    assert [guess.number for guess in guesses] == [1, 2]
    assert guesses[-1].weights != Weights()
    assert guesses == list(tune(plan, Weights()))
    assert plan.provenance(2)["generations"] == 2


def test_a_fit_finds_what_is_there():
    dice = Random("fit")
    rows = [tuple(dice.uniform(-1, 1) for _ in FEATURES) for _ in range(400)]
    found = fit([Example(0, row, 3 * row[1] - 2 * row[4]) for row in rows])
    assert found[1] == pytest.approx(3, abs=0.1)
    assert found[4] == pytest.approx(-2, abs=0.1)
    assert found[2] == pytest.approx(0, abs=0.1)


def test_training_tells_its_error_on_other_deals_by_stage():
    stages = train(TrainingPlan(EDITIONS[0], 2, games=4, checked=2))
    assert [stage["stage"] for stage in stages] == list(range(STAGES))
    assert all(stage["error"] > 0 for stage in stages)
