"""Whose analysis is made next, and what becomes of a first answer that fails."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.leaving.services import delete_account
from games.ai.analysis import at_first_glance
from games.analysis import services
from games.analysis.services import ask_analysis, make_next
from games.history.services import import_record
from games.models import ImportedRecord, Match, MatchAnalysis
from tests.games.analysis.records import SHORT
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(people, monkeypatch):
    """Somebody asks for an analysis so many minutes ago; making one only notes whose it was."""
    made: list[str] = []
    monkeypatch.setattr(services, "_answer_at_once", lambda row: None)

    def make(row: MatchAnalysis) -> None:
        made.append(row.match.title)
        MatchAnalysis.objects.filter(pk=row.pk).update(status="done")

    monkeypatch.setattr(services, "_make", make)

    def ask(name: str, title: str, minutes: int) -> None:
        match = Match.objects.create(host=people("ada"), title=title, status=Match.Status.FINISHED)
        row = ask_analysis(match=match, user=people(name))
        MatchAnalysis.objects.filter(pk=row.pk).update(asked_at=timezone.now() - timedelta(minutes=minutes))

    ask.made = made
    return ask


def test_who_asks_for_many_keeps_nobody_waiting(asked):
    for number in range(4):
        asked("ada", f"ada {number}", 20 - number)
    asked("grace", "grace 0", 5)
    asked("grace", "grace 1", 4)
    asked("hedy", "hedy 0", 1)
    while make_next():
        pass
    assert asked.made == ["ada 0", "grace 0", "hedy 0", "ada 1", "grace 1", "ada 2", "ada 3"]


def test_what_waits_for_long_comes_at_last(asked):
    asked("ada", "ada 0", 90)
    asked("ada", "ada 1", 80)
    asked("ada", "ada 2", 30)
    asked("grace", "grace 0", 5)
    while make_next():
        pass
    assert asked.made == ["ada 0", "ada 1", "ada 2", "grace 0"]


def test_a_first_answer_that_fails_fails_nothing_else(people, table, monkeypatch):
    def fail(state, seed):
        raise ZeroDivisionError

    monkeypatch.setattr(services, "at_first_glance", fail)
    row = ask_analysis(match=finish(begin(people, table, "grace")), user=people("ada"))
    row.refresh_from_db()
    assert (row.status, row.content, row.asked_by) == ("due", {}, people("ada"))


def test_who_leaves_is_not_remembered_for_asking(people, asked):
    asked("grace", "grace 0", 1)
    delete_account(user=people("grace"))
    assert MatchAnalysis.objects.get().asked_by is None


def thrown_away_before(monkeypatch, name: str) -> None:
    """Have the record thrown away by its owner just before something."""
    act = getattr(services, name)

    def too_late(*said, **how):
        ImportedRecord.objects.all().delete()
        return act(*said, **how)

    monkeypatch.setattr(services, name, too_late)


@pytest.mark.parametrize("moment", ["_timeline", "content_of"])
def test_a_record_that_is_thrown_away_meanwhile_alarms_nobody(people, monkeypatch, caplog, moment):
    ask_analysis(imported=import_record(owner=people("ada"), raw=SHORT.read_bytes()))
    monkeypatch.setattr(services, "analyse", lambda states, _entries, seed: iter([at_first_glance(states[0], seed)]))
    thrown_away_before(monkeypatch, moment)
    with caplog.at_level("INFO"):
        assert make_next()
    assert not MatchAnalysis.objects.exists()
    assert [told for told in caplog.records if told.levelname == "ERROR"] == []
    assert not make_next()
