"""Processes tell of themselves, and the sweep keeps a day of what they told."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config import metrics, occurrences
from games.models import Process, Sample
from games.operations.counts import PUSH, counts_of, steps_of, within
from games.operations.history import STEPS, Day
from games.operations.pulse import Pulse
from games.operations.sampling import take_sample

pytestmark = pytest.mark.django_db
NOON = "2026-03-01T12:00:30Z"


def told(pushes: list[int]) -> list[list[object]]:
    """Figures of a process that sent so many pushes, by the steps they fell into."""
    bounds = [*map(str, metrics.PUSH_STEPS), "+Inf"]
    reached = [sum(pushes[: place + 1]) for place in range(len(pushes))]
    return [
        ["dreamfactory_push_seconds_bucket", {"le": bound}, float(count)]
        for bound, count in zip(bounds, reached, strict=True)
    ]


def process(key: str = "here/1", **values: object) -> Process:
    return Process.objects.create(key=key, kind="web", host="here", pid=1, version="1", **values)


def test_a_process_writes_one_row_and_says_goodbye() -> None:
    pulse = Pulse("web", version="1.2.3", port=8001)
    pulse.beat()
    pulse.beat(stopped_at=timezone.now())
    row = Process.objects.get()
    assert (row.kind, row.version, row.port) == ("web", "1.2.3", 8001)
    assert row.memory > 1_000_000
    assert row.stopped_at is not None


def test_what_went_wrong_travels_with_the_pulse() -> None:
    occurrences.note_error("The cat ate it", "abc")
    Pulse("web", version="1").beat()
    assert Process.objects.get().errors[-1][1] == "The cat ate it"
    occurrences.errors.clear()


def test_a_minute_is_written_once_and_holds_only_what_is_new() -> None:
    with time_machine.travel(NOON) as clock:
        row = process(figures=told([3, 0, 0, 0, 0, 0, 0, 0, 1]))
        assert take_sample()
        assert not take_sample()
        clock.shift(60)
        Process.objects.filter(pk=row.pk).update(figures=told([3, 0, 0, 0, 0, 0, 0, 0, 5]))
        assert take_sample()
    first, second = (steps_of(one.figures, PUSH, metrics.PUSH_STEPS) for one in Sample.objects.all())
    assert first == [3, 0, 0, 0, 0, 0, 0, 0, 1]
    assert second == [0, 0, 0, 0, 0, 0, 0, 0, 4]


def test_a_process_that_was_started_anew_does_not_take_anything_back() -> None:
    with time_machine.travel(NOON) as clock:
        process("here/1", figures=told([9, 0, 0, 0, 0, 0, 0, 0, 0]), stopped_at=timezone.now())
        take_sample()
        clock.shift(60)
        process("here/2", figures=told([2, 0, 0, 0, 0, 0, 0, 0, 0]))
        take_sample()
    assert steps_of(Sample.objects.latest("at").figures, PUSH, metrics.PUSH_STEPS)[0] == 2


def test_samples_and_processes_of_the_day_before_are_forgotten() -> None:
    old = timezone.now() - timedelta(hours=26)
    Sample.objects.create(at=old)
    process(beat_at=old)
    take_sample()
    assert Sample.objects.count() == 1
    assert not Process.objects.exists()


def test_the_sweep_takes_the_sample() -> None:
    from games.tasks import sweep

    sweep()
    assert Sample.objects.count() == 1


@pytest.mark.parametrize(
    ("shares", "share", "seconds"),
    [([10, 0, 0], 0.5, 0.05), ([5, 5, 0], 0.95, 0.19), ([0, 0, 4], 0.5, 0.2), ([0, 0, 0], 0.5, None)],
)
def test_a_share_is_within_a_time_by_the_steps(shares: list[int], share: float, seconds: float | None) -> None:
    found = within(shares, (0.1, 0.2), share)
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_steps_of_several_levels_are_added() -> None:
    figures = [
        ["dreamfactory_thought_seconds_bucket", {"level": level, "le": "+Inf"}, 2.0] for level in ("mogul", "trainee")
    ]
    assert counts_of(figures)["thought 10"] == 4


def test_a_quarter_of_an_hour_in_which_nobody_looked_is_a_gap_and_no_zero() -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    Sample.objects.create(at=now - timedelta(hours=2), figures={"people": 7})
    known = [value for value in Day().highest(lambda figures: figures["people"]) if value is not None]
    assert known == [7]
    assert len(Day().quarters) == STEPS
