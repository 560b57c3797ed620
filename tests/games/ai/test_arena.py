"""The arena: fair blocks, honest intervals, nothing played twice, and checks that would find it out if it lied."""

import json
from functools import partial
from random import Random
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.ai import measured
from games.ai.arena import checks, publishing, runner
from games.ai.arena.blocks import DealBlock, Task, play_block
from games.ai.arena.bootstrap import interval, standard_error
from games.ai.arena.chart import draw
from games.ai.arena.clock import DecisionTimes
from games.ai.arena.contenders import CHEAT, GUESSER, PREDICTOR, contender
from games.ai.arena.ledger import BlockLedger
from games.ai.arena.predictor import predictor
from games.ai.arena.ratings import ratings
from games.ai.arena.summary import times
from games.ai.arena.table import lines
from games.ai.arena.targets import TARGETS
from games.ai.brain import sight_of
from games.ai.deals import CHECKING, SETS, secret_of, setup_of
from games.ai.ladder import director
from games.ai.levels import LEVELS
from games.ai.measured import Measured, MeasuredPairing
from games.ai.mogul import mogul
from games.engine import load_edition, options, perform, start
from games.engine.moves import PASS
from tests.games.engine.tables import EDITIONS


def task(hero: str = "trainee", rival: str = "random", seats: int = 2, number: int = 0) -> Task:
    return Task(hero, rival, EDITIONS[0], seats, CHECKING, number)


def pairing(hero: str, rival: str, share: float, *, seats: int = 4, games: int = 400) -> MeasuredPairing:
    spread = 0.05
    return MeasuredPairing(
        hero, rival, EDITIONS[0], seats, games // seats, games, share, share - spread, share + spread, 1 / seats, None
    )


def test_a_block_seats_the_hero_everywhere_and_comes_out_the_same_again():
    block = play_block(task(seats=3))
    assert block.games == 3
    assert 0 <= block.wins <= 3
    assert play_block(task(seats=3)).wins == block.wins
    assert DealBlock.from_json(json.loads(json.dumps(block.to_json()))) == DealBlock(
        block.task, block.wins, block.games, DecisionTimes(block.clock.classes, round(block.clock.longest_ms, 3))
    )


def test_the_three_sets_of_deals_never_meet():
    secrets = {
        secret_of(Task("a", "b", EDITIONS[0], 4, deals, 0).label, number) for deals in SETS for number in range(50)
    }
    assert len(secrets) == 3 * 50


def test_a_level_is_even_with_itself():
    played = [play_block(task("random", "random", 3, number)) for number in range(40)]
    shares = [block.wins / block.games for block in played]
    assert checks.is_even(shares, 3)
    assert [holds for _, holds in checks.verdicts(played)] == [True]


def test_the_check_finds_out_a_level_that_is_not_even():
    assert not checks.is_even([0.5, 0.6, 0.5, 0.6], 4)


@pytest.mark.parametrize(("wins", "gains"), [(1.7, True), (1.0, False)])
def test_who_is_handed_the_true_bag_must_be_seen_to_gain(wins, gains):
    played = [DealBlock(task(CHEAT, GUESSER, 2, number), wins, 2, DecisionTimes()) for number in range(20)]
    assert [holds for _, holds in checks.verdicts(played)] == [gains]


@pytest.mark.parametrize(("wins", "holds"), [(1.0, True), (1.4, False)])
def test_a_copy_of_its_brain_must_not_foresee_a_mogul(wins, holds):
    played = [DealBlock(task(PREDICTOR, "mogul", 2, number), wins, 2, DecisionTimes()) for number in range(20)]
    assert [verdict for _, verdict in checks.verdicts(played)] == [holds]


def test_a_predictor_takes_for_certain_where_a_copy_of_its_rival_stops():
    state = start(setup_of(load_edition(EDITIONS[0]), 2, bytes(32)))
    seen = contender(PREDICTOR).see(state, state.turn, (), "whim")
    state = seen.view.state
    appraiser, rival = director.appraiser(state), 1 - state.turn
    doubt = predictor.doubt(appraiser, state, {}, {}, seen)
    assert set(doubt) == {0.0, 1.0}
    assert sum(doubt) == 1
    asked = state.copy()
    perform(asked, doubt.index(1.0))
    copy = partial(sight_of, asked, rival, (doubt.index(1.0),))
    assert mogul(options(asked), copy, Random(0)).code == PASS


def test_the_true_bag_makes_a_brain_win_that_loses_when_it_has_to_guess():
    cheating, guessing = play_block(task(CHEAT, "director")), play_block(task(GUESSER, "director"))
    assert cheating.wins > guessing.wins


def test_a_cheat_sees_all_that_is_to_come():
    state = start(setup_of(load_edition(EDITIONS[0]), 3, bytes(32)))
    assert contender(CHEAT).see(state, 0).view.state.setup.deal == state.setup.deal
    assert contender(GUESSER).see(state, 0).view.state.setup.deal != state.setup.deal


def test_an_interval_holds_the_share_and_narrows_with_more_blocks():
    dice = Random("interval")
    few = [float(dice.random() < 0.4) for _ in range(25)]
    many = few * 16
    assert interval(few).low < interval(few).share < interval(few).high
    assert interval(many).high - interval(many).low < (interval(few).high - interval(few).low) / 3
    assert interval(few) == interval(few)
    assert standard_error([0.5, 0.5]) == 0


def test_a_stopped_measurement_goes_on_where_it_was(tmp_path, monkeypatch):
    ledger = BlockLedger(tmp_path / "ledger.jsonl")
    plan = runner.ArenaPlan((("trainee", "random"),), (EDITIONS[0],), (2,), 3, CHECKING)
    first = next(runner.run(plan, ledger, 1))
    with ledger.path.open("a") as file:
        file.write('{"cut sho')
        file.write("\n")
    played = []
    monkeypatch.setattr(runner, "play_block", lambda one: played.append(one.number) or play_block(one))
    again = list(runner.run(plan, ledger, 1))
    assert played == [1, 2]
    assert again[0].wins == first.wins
    assert len(again) == 3


def test_blocks_of_other_brains_are_not_added(tmp_path, monkeypatch):
    ledger = BlockLedger(tmp_path / "ledger.jsonl")
    ledger.write(play_block(task()))
    assert len(ledger.read()) == 1
    monkeypatch.setattr("games.ai.arena.ledger.fingerprint", lambda: "others")
    assert ledger.read() == {}


def test_times_are_told_by_their_quantiles():
    clock = DecisionTimes()
    for ms in range(1, 101):
        clock.note(ms / 1000)
    whole = DecisionTimes.together([clock, clock])
    assert whole.decisions == 200
    assert 45 <= whole.quantile_ms(0.5) <= 56
    assert 94 <= whole.quantile_ms(0.95) <= 100
    assert whole.longest_ms == pytest.approx(100)


def test_ratings_follow_the_shares_and_stand_on_the_trainee():
    told = ratings([pairing("trainee", "random", 0.97), pairing("director", "trainee", 0.6)])
    assert told["trainee"] == 1000
    assert told["random"] < 500
    # Three losses shared by three rivals: odds of 0.6 to 0.1333.
    assert told["director"] == pytest.approx(1261, abs=5)


def test_published_figures_replace_older_ones_and_keep_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr(publishing, "FILE", tmp_path / "measured.json")
    monkeypatch.setattr(publishing, "DOCS", tmp_path / "README.md")
    (tmp_path / "README.md").write_text(f"Before {publishing.BEGIN} old {publishing.END} after")
    old = Measured("2026-01-01", "abc", (pairing("trainee", "random", 0.9),), (), {})
    monkeypatch.setattr(publishing, "load", lambda: old)
    monkeypatch.setattr(publishing.load, "cache_clear", lambda: None, raising=False)
    news = [
        pairing("trainee", "random", 0.95),
        pairing("director", "trainee", 0.5),
        pairing("director", "director", 0.25),
    ]
    news.append(pairing("mogul", "producer", 1.0, games=8))  # two blocks prove nothing
    publishing.publish(news, times([play_block(task())]), measured_on="2026-02-02", commit="def")
    told = measured.load(tmp_path / "measured.json")
    assert [(one.hero, one.share) for one in told.pairings] == [("trainee", 0.95), ("director", 0.5)]
    assert [one.hero for one in told.checks] == ["director"]
    assert told.ratings["director"] > told.ratings["trainee"]
    assert (told.measured_on, told.commit) == ("2026-02-02", "def")
    docs = (tmp_path / "README.md").read_text()
    assert docs.startswith("Before")
    assert docs.endswith("after")
    assert "director v trainee" in docs
    assert " old " not in docs


def test_the_chart_is_a_picture_with_a_row_for_each_pairing():
    drawn = ElementTree.fromstring(draw([pairing("trainee", "random", 0.9), pairing("a<b", "random", 0.3)]))
    assert len(drawn.findall(".//{*}circle")) == 2


def test_the_command_prints_a_table_and_json(tmp_path, capsys):
    files = ["--ledger", str(tmp_path / "l.jsonl"), "--chart", str(tmp_path / "c.svg")]
    asked = ["--levels", "random,trainee", "--seats", "2", "--blocks", "2", "--editions", EDITIONS[0], *files]
    call_command("arena", *asked)
    told = capsys.readouterr().out
    assert "trainee v random" in told
    assert "p95 ms" in told
    call_command("arena", "--known", "--json", *files)
    figures = json.loads(capsys.readouterr().out)
    assert figures["pairings"][0]["games"] == 4
    assert figures["times"][0]["decisions"] > 50
    assert (tmp_path / "c.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--levels", "random"], "two levels"),
        (["--levels", "random,genius"], "unknown level"),
        (["--pairs", "random"], "hero/rival"),
        (["--levels", "random,trainee", "--seats", "7"], "between 2 and 5"),
        (["--levels", "random,trainee", "--seats", "x"], "number or a range"),
        (["--levels", "random,trainee", "--editions", "chess"], "unknown edition"),
        (["--levels", "random,trainee", "--blocks", "0"], "--blocks"),
    ],
)
def test_a_measurement_that_makes_no_sense_is_refused_in_words(arguments, problem):
    with pytest.raises(CommandError, match=problem):
        call_command("arena", *arguments)


def test_the_published_figures_speak_of_every_quick_level_and_of_the_others_at_four_seats():
    told = measured.load()
    measured_at = {(one.hero, one.rival, one.edition, one.seats) for one in told.pairings}
    quick = [pair for pair in TARGETS if all(LEVELS[level].is_quick for level in pair)]
    assert len(quick) == 3
    assert measured_at >= {(*pair, edition, seats) for pair in quick for edition in EDITIONS for seats in (2, 3, 4, 5)}
    assert measured_at >= {(hero, "director", edition, 4) for hero in ("producer", "mogul") for edition in EDITIONS}
    assert all(one.low <= one.share <= one.high for one in told.pairings)
    assert told.ratings["trainee"] == 1000
    assert list(lines(told.pairings, told.times))
