"""How somebody does: counted from their answers, which are theirs wherever they gave them."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from games.listeners import keep_the_guests_matches
from games.models import DailyProblem, ProblemAnswer
from games.models.daily_problem import today
from games.problems.selectors import (
    Answerer,
    ProblemRecord,
    counts_of,
    days_in_a_row,
    record_of_answerer,
)
from games.problems.services import (
    forget_answers,
    give_answer,
    take_shipped,
)
from games.takeout import belongings_of
from tests.games.problems.pages import DAY, page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("back", "count"), [((), 0), ((0,), 1), ((1,), 1), ((0, 1, 2), 3), ((1, 2, 4), 2), ((2, 3), 0), ((0, 2), 1)]
)
def test_days_in_a_row(back, count):
    now = date(2026, 11, 18)
    assert days_in_a_row([now - days * DAY for days in back], now) == count


def test_the_record_stands_on_the_page_of_whoever_answered(people):
    for back, is_right in ((0, True), (1, False), (2, True)):
        row = DailyProblem.objects.create(day=today() - back * DAY)
        take_shipped(row.day)
        row.refresh_from_db()
        choice = row.best if is_right else (row.best + 1) % len(row.answers)
        answer = give_answer(problem=row, answerer=Answerer(people("ada")), choice=choice)
        if back < 2:
            ProblemAnswer.objects.filter(pk=answer.pk).update(at=timezone.now() - back * DAY)
    assert record_of_answerer(Answerer(people("ada"))) == ProblemRecord(3, 2, 2, (True, False, True))
    profile = page_of(Client(), "/people/ada/")
    assert "2 of 3 right" in profile
    assert "2 days in a row" in profile
    assert "Problems of the day" not in page_of(Client(), f"/people/{people('grace').username}/")


def test_whoever_logs_in_keeps_what_they_answered(problem, people):
    client = Client()
    client.post(f"/problems/{problem.day}/answer/", {"choice": 0})
    client.force_login(people("ada"))
    assert ProblemAnswer.objects.get().user == people("ada")
    client.post(f"/problems/{problem.day}/answer/", {"choice": 1})
    assert ProblemAnswer.objects.get().choice == 0


def test_so_does_a_guest_who_joins(problem, people, guest):
    give_answer(problem=problem, answerer=Answerer(guest), choice=0)
    keep_the_guests_matches(guest=guest, user=people("ada"))
    assert ProblemAnswer.objects.get().user == people("ada")


def test_what_somebody_answered_before_stays_theirs(problem, people, guest):
    give_answer(problem=problem, answerer=Answerer(guest), choice=0)
    give_answer(problem=problem, answerer=Answerer(people("ada")), choice=1)
    keep_the_guests_matches(guest=guest, user=people("ada"))
    assert ProblemAnswer.objects.get(user=people("ada")).choice == 1


def test_answers_are_given_along_and_left_behind_without_a_name(problem, people):
    give_answer(problem=problem, answerer=Answerer(people("ada")), choice=1)
    assert belongings_of(people("ada"))["problems"][0]["choice"] == 1
    forget_answers(user=people("ada"))
    assert counts_of(problem)[1] == 1
    assert belongings_of(people("ada"))["problems"] == []
