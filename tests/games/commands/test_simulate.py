"""`manage.py simulate`: whole matches between levels, told in figures and records."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.engine import replay
from tests.games.engine.tables import EDITIONS


def simulate(
    capsys, *arguments: str, seats: str = "random,random,random", games: int = 4, edition: str = EDITIONS[0]
) -> str:
    call_command("simulate", "--edition", edition, "--seats", seats, "--games", str(games), *arguments)
    return capsys.readouterr().out


def exported(folder) -> dict[str, dict]:
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.iterdir())}


def test_json_has_exactly_the_fields_of_the_format(capsys):
    told = json.loads(simulate(capsys, "--json", seats="random,trainee"))
    assert list(told) == ["games", "seconds", "matches_per_second", "decisions_per_second", "moves_per_match", "seats"]
    assert [list(seat) for seat in told["seats"]] == [["level", "wins", "mean_score", "movies"]] * 2
    assert [seat["level"] for seat in told["seats"]] == ["random", "trainee"]
    assert told["games"] == 4
    assert sum(seat["wins"] for seat in told["seats"]) >= 4


def test_a_table_tells_the_same_to_people(capsys):
    told = simulate(capsys, seats="random,trainee")
    assert "4 matches" in told
    assert "trainee" in told


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_match_is_exported_as_a_record_that_replays(capsys, tmp_path, edition, seats):
    folder = tmp_path / "new" / "records"
    simulate(capsys, "--export", str(folder), seats=",".join(["random"] * seats), edition=edition)
    records = exported(folder)
    assert len(records) == 4
    for record in records.values():
        assert replay(record).finished
        assert {seat["controller"] for seat in record["seats"]} == {"ai:random"}


def test_game_i_of_a_seed_has_the_same_deal_whoever_plays_and_however_many_workers(capsys, tmp_path):
    def deals(name: str, seats: str, *arguments: str) -> list[tuple]:
        simulate(capsys, "--seed", "7", "--export", str(tmp_path / name), *arguments, seats=seats, games=22)
        records = exported(tmp_path / name).values()
        return [(record["deal"], record["first"], [seat["studio"] for seat in record["seats"]]) for record in records]

    alone = deals("alone", "random,random,random")
    assert deals("workers", "random,random,random", "--workers", "2") == alone
    assert deals("others", "random,trainee,random") == alone
    assert exported(tmp_path / "alone") == exported(tmp_path / "workers")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"seats": "random,genius"}, "unknown level: genius"),
        ({"seats": "random"}, "played by 2 to 5 seats"),
        ({"seats": ",".join(["random"] * 6)}, "played by 2 to 5 seats"),
        ({"edition": "chess"}, "unknown edition"),
        ({"games": 0}, "--games"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_in_words(capsys, arguments, problem):
    with pytest.raises(CommandError, match=problem):
        simulate(capsys, **arguments)


@pytest.mark.parametrize(("option", "value"), [("--workers", "0"), ("--seed", "../x"), ("--seed", "")])
def test_options_out_of_range_are_refused(capsys, option, value):
    with pytest.raises(CommandError, match=option):
        simulate(capsys, option, value)


def test_a_folder_that_cannot_be_written_is_told_in_one_line(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot go on"):
        simulate(capsys, "--export", str(tmp_path / "file"))
