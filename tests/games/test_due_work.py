"""Work in the background as rows: one process each, again after a kill, and an end to trying."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.analysis import services
from games.analysis.services import ask_analysis, is_anything_due, make_next
from games.due_work import do_next, free
from games.models import Match, MatchAnalysis
from games.models.due_work import MOST_TRIES
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
Analyses = Callable[[int], list[MatchAnalysis]]


class Killed(BaseException):
    """A process that ends in the middle of its work: nothing catches that."""


def be_killed(row: MatchAnalysis) -> None:
    raise Killed


def nothing(row: MatchAnalysis) -> None:
    """Do as if it were done."""
    MatchAnalysis.objects.filter(pk=row.pk).update(status="done")


@pytest.fixture
def due(people: People, table: Tables) -> Analyses:
    """Return so many analyses that are due, the first asked for first."""

    def make(count: int) -> list[MatchAnalysis]:
        now = timezone.now()
        return [
            MatchAnalysis.objects.create(match=begin(people, table, "grace"), asked_at=now + timedelta(seconds=number))
            for number in range(count)
        ]

    return make


def try_and_be_killed(times: int) -> None:
    """Let so many processes take up what is due, each killed and each long enough after the one before."""
    for _ in range(times):
        with pytest.raises(Killed):
            do_next(MatchAnalysis.objects.order_by("asked_at"), be_killed)
        MatchAnalysis.objects.exclude(claimed_until=None).update(claimed_until=timezone.now() - timedelta(seconds=1))


def test_whoever_takes_a_row_has_it_alone_until_its_time_is_over(due: Analyses) -> None:
    (row,) = due(1)
    with pytest.raises(Killed):
        do_next(MatchAnalysis.objects.all(), be_killed)
    assert not do_next(MatchAnalysis.objects.all(), nothing)
    MatchAnalysis.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert do_next(MatchAnalysis.objects.all(), nothing)
    row.refresh_from_db()
    assert (row.status, row.tries) == ("done", 2)


def test_what_ends_every_process_is_given_up_and_keeps_nothing_waiting(
    due: Analyses, caplog: pytest.LogCaptureFixture
) -> None:
    deadly, harmless = due(2)
    try_and_be_killed(MOST_TRIES)
    deadly.refresh_from_db()
    assert (deadly.status, deadly.is_given_up) == ("due", False)
    assert list(free(MatchAnalysis.objects.order_by("asked_at"))) == [deadly, harmless]
    with caplog.at_level(logging.ERROR):
        assert do_next(MatchAnalysis.objects.order_by("asked_at"), nothing)
    deadly.refresh_from_db()
    harmless.refresh_from_db()
    assert (deadly.status, deadly.is_given_up, harmless.status) == ("failed", True, "done")
    assert f"The {deadly} was given up: it was begun {MOST_TRIES} times" in caplog.text
    assert not do_next(MatchAnalysis.objects.all(), nothing)


@pytest.mark.parametrize(("expected", "level"), [((), "ERROR"), (ZeroDivisionError, "INFO")])
def test_what_raises_has_failed_at_once_and_what_was_expected_alarms_nobody(
    due: Analyses, caplog: pytest.LogCaptureFixture, expected: type[Exception] | tuple[()], level: str
) -> None:
    (row,) = due(1)
    with caplog.at_level(logging.INFO):
        assert do_next(MatchAnalysis.objects.all(), lambda row: 1 // 0, expected=expected)
    row.refresh_from_db()
    assert (row.status, row.tries, row.is_given_up) == ("failed", 1, False)
    assert [record.levelname for record in caplog.records if "failed" in record.message] == [level]


def test_somebody_else_s_end_is_not_overwritten(due: Analyses) -> None:
    due(1)

    def be_overtaken(row: MatchAnalysis) -> None:
        nothing(row)
        raise ZeroDivisionError

    assert do_next(MatchAnalysis.objects.all(), be_overtaken)
    assert MatchAnalysis.objects.get().status == "done"


def test_readers_are_told_and_may_ask_again(people: People, table: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match = finish(begin(people, table, "grace"))
    ask_analysis(match=match)
    try_and_be_killed(MOST_TRIES)
    assert is_anything_due()
    assert not make_next()
    reader = Client()
    reader.force_login(people("ada"))
    page = f"/tables/{match.pk}/analysis/"
    assert f"It was begun {MOST_TRIES} times and never came to an end." in reader.get(page).content.decode()
    reader.post(f"{page}ask/")
    assert MatchAnalysis.objects.get().tries == 0
    monkeypatch.setattr(services, "_make", nothing)
    assert make_next()
    assert MatchAnalysis.objects.get().status == "done"
