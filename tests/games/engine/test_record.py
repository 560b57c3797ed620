"""Match records: what is accepted, and where exactly a spoilt one is refused."""

import copy
import json
from pathlib import Path
from random import Random

import pytest

from games.engine import Player, RecordRefused, acting, from_json, legal_moves, replay, to_json, write_record
from games.engine.record import FORMAT
from tests.games.engine.tables import EDITIONS, SECRET, new_table, play

KEPT = sorted((Path(__file__).parents[2] / "records").glob("*.json"))


def finished_record(edition: str = EDITIONS[0], seats: int = 3) -> dict:
    dice = Random("record")
    state, moves = new_table(seats, edition), []
    while (seat := acting(state)) is not None:
        move = dice.choice(legal_moves(state)[:5])
        moves.append((seat, move))
        state = play(state, move)
    return json.loads(json.dumps(write_record(state, [Player("ada", "human")] * seats, moves, SECRET)))


RECORD = finished_record()


@pytest.fixture
def record():
    return copy.deepcopy(RECORD)


def refusal(record: object) -> RecordRefused:
    with pytest.raises(RecordRefused) as refused:
        replay(record)
    assert str(refused.value)
    return refused.value


def test_a_finished_record_is_accepted(record):
    replayed = replay(record)
    assert replayed.finished
    assert replayed.summary == f"finished, {len(record['moves'])} moves, proof holds"


def test_the_record_has_the_fields_of_the_format_in_order(record):
    assert list(record) == [
        "format",
        "rules",
        "proof",
        "edition",
        "options",
        "seats",
        "first",
        "deal",
        "moves",
        "result",
    ]
    assert list(record["result"]) == ["scores", "places", "money", "pot", "movies", "awards"]
    assert record["format"] == FORMAT
    assert list(record["deal"]) == ["legends", "bag", "screenplays"]
    assert record["seats"][0] == {"name": "ada", "studio": 1, "controller": "human"}


def test_each_award_has_exactly_its_keys(record):
    keys = {
        "first_movie": ["award", "genre", "screenplay", "seat", "points"],
        "best_movie": ["award", "quarter", "screenplay", "seat", "points"],
        "movie_of_the_year": ["award", "genre", "screenplay", "seat", "points"],
        "best_director": ["award", "seat", "points"],
        "worst_movie": ["award", "screenplay", "seat", "points"],
    }
    awards = finished_record(EDITIONS[1], 2)["result"]["awards"] + record["result"]["awards"]
    assert awards
    for award in awards:
        assert list(award) == keys[award["award"]]


def test_a_record_without_result_is_played_as_far_as_it_goes(record):
    del record["result"]
    record["moves"] = record["moves"][:40]
    replayed = replay(record)
    assert not replayed.finished
    assert replayed.summary == "unfinished, 40 moves, proof holds"


def test_a_record_without_result_counts_as_unfinished_even_with_all_its_moves(record):
    del record["result"]
    assert replay(record).summary == f"unfinished, {len(record['moves'])} moves, proof holds"


def test_a_running_match_has_no_result():
    record = write_record(new_table(2), [Player("ada", "human")] * 2, [])
    assert "result" not in record
    assert "proof" not in record
    assert replay(record).summary == "unfinished, 0 moves"


def test_rules_options_and_proof_may_be_absent(record):
    for part in ("rules", "proof", "options"):
        del record[part]
    assert replay(record).proof is None


def test_a_record_that_ends_too_early_is_refused_at_the_move_after_its_last(record):
    record["moves"] = record["moves"][:-1]
    assert refusal(record).where == f"move {len(RECORD['moves'])}"


def test_moves_after_the_end_are_refused_at_the_first_of_them(record):
    record["moves"] += [[0, "pass"], [1, "pass"]]
    assert refusal(record).where == f"move {len(RECORD['moves']) + 1}"
    assert refusal(record).rule == "match.over"


@pytest.mark.parametrize("number", [1, 17, 60])
@pytest.mark.parametrize(
    "wrong", [[0, "rob"], ["0", "pass"], [9, "pass"], [], None, "pass", [0, "bid", 99], {"bid": 3}]
)
def test_a_wrong_move_is_refused_at_its_very_number(record, number, wrong):
    record["moves"][number - 1] = wrong
    assert refusal(record).where == f"move {number}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scores", [1, 2, 3]),
        ("places", [True, 2, 3]),
        ("money", None),
        ("pot", 99),
        ("pot", 0.0),
        ("movies", []),
        ("awards", [{}]),
        ("winner", 0),
    ],
)
def test_a_wrong_result_is_refused_as_result(record, name, value):
    record["result"][name] = value
    assert refusal(record).where == "result"


@pytest.mark.parametrize("wrong", [None, [], "won"])
def test_a_result_that_is_no_object_is_refused_as_result(record, wrong):
    record["result"] = wrong
    assert refusal(record).where == "result"


@pytest.mark.parametrize("part", ["legends", "bag", "screenplays"])
@pytest.mark.parametrize("how", ["double", "foreign", "missing", "type", "none"])
def test_a_deal_that_is_not_the_editions_is_refused_as_deal(record, part, how):
    order = record["deal"][part]
    spoilt = {"double": [order[1], *order[1:]], "foreign": ["zorro", *order[1:]], "missing": order[1:]}
    record["deal"][part] = (spoilt | {"type": [7, *order[1:]], "none": None})[how]
    assert refusal(record).where == "deal"


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("format", "dream-factory-match/2"),
        ("rules", 2),
        ("rules", True),
        ("edition", "chess"),
        ("edition", 3),
        ("options", []),
        ("options", {"open_money": 1}),
        ("seats", None),
        ("seats", []),
        ("seats", [None, None]),
        ("seats", [{"name": "ada", "studio": 1, "controller": "human"}] * 3),
        ("seats", [{"name": "ada", "studio": 9, "controller": "human"}] * 3),
        ("seats", [{"name": 3, "studio": 1, "controller": "human"}] * 3),
        ("seats", [{"name": "ada", "studio": 1, "controller": None}] * 3),
        ("first", -1),
        ("first", 3),
        ("first", None),
        ("deal", None),
        ("moves", None),
        ("proof", 3),
        ("proof", {"commitment": 3, "secret": ""}),
    ],
)
def test_every_other_part_is_refused_by_its_name(record, part, value):
    record[part] = value
    assert refusal(record).where == part


@pytest.mark.parametrize("record", [None, [], "record", 3, True])
def test_what_is_no_object_is_no_record(record):
    assert refusal(record).where == "record"


@pytest.mark.parametrize("proof", [{"commitment": "00", "secret": "zz"}, {"commitment": "é", "secret": "00"}])
def test_a_proof_by_another_recipe_does_not_spoil_the_record(record, proof):
    record["proof"] = proof
    assert replay(record).summary.endswith("proof does not hold by our recipe")


def test_a_state_of_unknown_rules_is_refused():
    plain = to_json(new_table(2)) | {"rules": 2}
    with pytest.raises(ValueError, match="rules version 2"):
        from_json(plain)


def test_matches_of_both_editions_and_all_numbers_of_seats_are_kept():
    kept = {(record["edition"], len(record["seats"])) for record in map(json.loads, map(Path.read_text, KEPT))}
    assert kept == {(edition, seats) for edition in EDITIONS for seats in (2, 3, 4, 5)}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_version_replays_the_kept_matches(path):
    replayed = replay(json.loads(path.read_text(encoding="utf-8")))
    assert replayed.finished
    assert replayed.proof
