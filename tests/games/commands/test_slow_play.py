"""`manage.py slow_play`: whole slow matches in simulated time, and nothing of them in the site's database."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from games.slow_play.clock import awake_after
from games.slow_play.figures import figures_of, tasks_for
from games.slow_play.match import Mode, PlayedSlowly


def test_people_answer_by_day_and_only_waking_hours_count():
    evening = datetime(2026, 3, 2, 22, tzinfo=UTC)
    assert awake_after(evening, timedelta(minutes=59)) == datetime(2026, 3, 2, 22, 59, tzinfo=UTC)
    assert awake_after(evening, timedelta(hours=2)) == datetime(2026, 3, 3, 8, tzinfo=UTC)
    assert awake_after(evening + timedelta(hours=4), timedelta(hours=2)) == datetime(2026, 3, 3, 9, tzinfo=UTC)
    assert awake_after(evening, timedelta(hours=1 + 16 + 3)) == datetime(2026, 3, 4, 10, tzinfo=UTC)


def test_every_mode_plays_the_same_deals_of_both_editions():
    tasks = tasks_for(2, list(Mode), "s")
    assert len(tasks) == 10
    assert {edition for _mode, edition, _seed in tasks} == {"dream-factory-2009", "traumfabrik-2000"}
    assert {seed for _mode, _edition, seed in tasks} == {"s/0", "s/1"}


def test_figures_are_the_middle_and_the_ninth_tenth():
    played = [(Mode.ORDERS, PlayedSlowly(days, days * 10)) for days in range(1, 12)]
    assert figures_of(played) == {
        "orders": {"days": {"median": 6, "p90": 10}, "human_decisions": {"median": 60, "p90": 100}}
    }


@pytest.mark.django_db
def test_a_match_with_orders_and_wishes_takes_days_and_few_sittings(capsys):
    call_command("slow_play", "--matches", "1", "--modes", "wishes,together", "--workers", "2", "--json")
    modes = json.loads(capsys.readouterr().out)["modes"]
    assert list(modes) == ["wishes", "together"]
    for figures in modes.values():
        assert list(figures) == ["days", "human_decisions"]
        assert all(list(spread) == ["median", "p90"] for spread in figures.values())
        assert figures["days"]["median"] <= 12
        assert figures["human_decisions"]["median"] <= 65
    assert not Match.objects.exists()


@pytest.mark.parametrize("wrong", [("--matches", "0"), ("--workers", "0"), ("--modes", "fast")])
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(CommandError):
        call_command("slow_play", *wrong)
