"""`make load`: in its shortest form it runs with every change, so that it is there when it is needed."""

from pathlib import Path

import pytest

from bench._load_counts import Counts, PageWeight
from bench._load_echo import measure_echo
from bench._load_people import Sightings
from bench._load_reference import Reference
from bench._load_report import Alone, Crowd, Ours, Results, print_bars, print_crowd
from bench.load import apart, load

GOOD = Counts((10, 10), 5.0, 5.0, 5.0, PageWeight(15.0, 60_000, 11_000))


def test_a_small_crowd_plays_through_the_real_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crowd = Crowd(tables=1, pace=4, spectators=2)
    ours, theirs = apart(load, crowd, tmp_path, 2.0), measure_echo(tables=1, pace=4, seconds=1.0)
    print_crowd(crowd, ours, theirs)
    assert ours.seen.errors == []
    assert ours.seen.twice == 0
    assert ours.seen.moves
    assert len(ours.seen.pushes) == 6 * ours.seen.moves, "everybody saw every move"
    assert ours.cpu > 0
    assert theirs.moves
    assert theirs.errors == 0
    assert "bare Channels echo" in capsys.readouterr().out


def played(*, errors: int = 0, cpu: float = 0.006) -> Ours:
    seen = Sightings(moves=1, pushes=[0.01] * 4, sizes=[1_000] * 4, lasts=[0.1] * 2, errors=["lost"] * errors)
    return Ours(seen, cpu=cpu)


@pytest.mark.parametrize(("ours", "missed"), [(played(), 0), (played(errors=1), 1), (played(cpu=0.1), 1)])
def test_a_bar_that_is_missed_is_told(ours: Ours, missed: int, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = Reference("a reference", moves=10, cpu_ms=3.0, p50_ms=5.0, p95_ms=9.0, errors=0)
    results = Results(
        {Crowd(50, 1): (ours, theirs)}, {100: Alone([0.1] * 9, 8.0, 0.5)}, 140_000, GOOD, GOOD, (900, 2.0)
    )
    print_bars(results)
    said = capsys.readouterr().out
    assert said.count("MISSED") == missed
    assert "with 100,000 finished matches" in said
