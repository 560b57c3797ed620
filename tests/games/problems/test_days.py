"""There is a problem for every day, until staff withdraw it."""

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import StaffAct
from games.engine import from_json, legal_moves
from games.engine.moves import from_entry
from games.engine.state import HIDDEN
from games.models import DailyProblem
from games.models.daily_problem import today
from games.problems import finding, services, shipping
from games.problems.page import position_of
from games.problems.selectors import (
    Answerer,
    record_of_answerer,
)
from games.problems.services import (
    give_answer,
    prepare_days,
    restore_problem,
    take_shipped,
    withdraw_problem,
)
from games.tasks import sweep
from tests.games.problems.pages import DAY, page_of

pytestmark = pytest.mark.django_db


def test_the_sweep_gives_a_fresh_site_its_problem():
    sweep()
    row = DailyProblem.objects.get()
    assert (row.day, row.status, row.shipped) == (today(), "ready", shipping.shipped()[0]["source"])
    sweep()
    assert DailyProblem.objects.count() == 1


def test_every_day_has_another_one():
    for back in range(3):
        DailyProblem.objects.create(day=today() - back * DAY)
        assert take_shipped(today() - back * DAY)
    assert len(set(DailyProblem.objects.values_list("shipped", flat=True))) == 3


def test_where_none_is_left_the_latest_is_shown_and_said_so(monkeypatch, problem):
    DailyProblem.objects.update(day=today() - DAY)
    monkeypatch.setattr(services, "shipped", lambda: shipping.shipped()[:1])
    prepare_days()
    page = page_of(Client())
    assert "There is no problem for today." in page
    assert position_of(problem).title in page


def test_a_site_without_any_says_so():
    assert "There is no problem yet" in page_of(Client())
    assert "problem-card" not in page_of(Client(), "/")


def test_what_comes_with_the_site_can_be_asked_in_every_language():
    assert {one["kind"] for one in shipping.shipped()} == set(finding.KINDS)
    for number, one in enumerate(shipping.shipped()):
        state = from_json(one["position"])
        legal = legal_moves(state)
        assert all(from_entry([one["seat"], *answer["move"]])[1] in legal for answer in one["answers"])
        assert one["answers"][one["best"]]["chance"] == max(answer["chance"] for answer in one["answers"])
        assert state.turn == one["seat"]
        assert HIDDEN in state.setup.deal.bag or state.quarter == 4
        row = DailyProblem(pk=number + 1, kind=one["kind"], seat=one["seat"], position=one["position"])
        row.answers = one["answers"]
        for language in ("en", "fr", "de"):
            with translation.override(language):
                labels = [answer.label for answer in position_of(row).answers]
                assert len(set(labels)) == len(labels)


def test_staff_withdraw_a_problem_and_it_counts_no_more(problem, people):
    give_answer(problem=problem, answerer=Answerer(people("ada")), choice=problem.best)
    withdraw_problem(actor=people("grace"), problem_id=problem.pk, why="two answers are as good")
    withdraw_problem(actor=people("grace"), problem_id=problem.pk, why="again")
    assert Client().get(problem.get_absolute_url()).status_code == 404
    assert "There is no problem yet" in page_of(Client())
    assert record_of_answerer(Answerer(people("ada"))).answered == 0
    restore_problem(actor=people("grace"), problem_id=problem.pk, why="it was right")
    assert Client().get(problem.get_absolute_url()).status_code == 200
    assert list(StaffAct.objects.order_by("pk").values_list("verb", flat=True)) == [
        "withdraw problem",
        "restore problem",
    ]
