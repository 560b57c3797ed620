"""A problem is answered once, by anybody, and nothing of the answer is told before."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.ai.forecast import public
from games.engine import from_json
from games.engine.state import HIDDEN
from games.models import DailyProblem, ProblemAnswer
from games.problems import finding, services
from games.problems.selectors import (
    Answerer,
    counts_of,
)
from games.problems.services import (
    give_answer,
)
from tests.games.matches import begin, finish
from tests.games.problems.pages import bare, page_of

pytestmark = pytest.mark.django_db


def test_an_answer_counts_once_and_then_all_is_told(problem):
    client = Client()
    asked = page_of(client)
    assert "One try." in asked
    path = f"/problems/{problem.day}/answer/"
    assert client.post(path, {"choice": problem.best}).headers["Location"] == f"/problems/{problem.day}/#answers"
    client.post(path, {"choice": (problem.best + 1) % len(problem.answers)})
    assert counts_of(problem)[problem.best] == sum(counts_of(problem)) == 1
    told = page_of(client)
    assert "You found it." in told
    assert "your answer" in told
    assert "One try." not in told
    assert "One try." in page_of(Client())


def test_people_and_guests_answer_too(problem, people, guest):
    for user in (people("ada"), guest):
        client = Client()
        client.force_login(user)
        for choice in (0, 1):
            client.post(f"/problems/{problem.day}/answer/", {"choice": choice})
    assert counts_of(problem)[:2] == [2, 0]
    assert ProblemAnswer.objects.filter(user=people("ada")).count() == 1


@pytest.mark.parametrize(
    ("said", "words"), [({}, "Choose an answer first."), ({"choice": "9"}, "not one of the answers")]
)
def test_what_is_no_answer_is_said_and_nothing_lost(problem, said, words):
    answer = Client().post(f"/problems/{problem.day}/answer/", said)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not ProblemAnswer.objects.exists()


@pytest.mark.parametrize("path", ["/problems/2026-02-30/", "/problems/1999-01-01/", "/problems/x/"])
def test_other_days_have_no_page(problem, path):
    assert Client().get(path).status_code == 404


def test_nobody_stuffs_the_ballot(problem, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"answer_problem": "1/h/ip"}
    answers = [Client().post(f"{problem.get_absolute_url()}answer/", {"choice": 0}).status_code for _ in range(2)]
    assert answers == [302, 429]
    assert ProblemAnswer.objects.count() == 1


def test_two_at_the_same_moment_are_one_by_the_database(problem, people, monkeypatch):
    ada = Answerer(people("ada"))
    first = give_answer(problem=problem, answerer=ada, choice=1)
    monkeypatch.setattr(services, "answer_of", lambda *_: None)  # both looked before either had answered
    assert give_answer(problem=problem, answerer=ada, choice=0) == first
    give_answer(problem=problem, answerer=Answerer(None, "word"), choice=0)
    for twice in ({"user": people("ada")}, {"visitor": "word"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ProblemAnswer.objects.create(problem=problem, choice=0, **twice)


def test_before_the_answer_a_page_tells_nothing_of_it(problem):
    before = bare(page_of(Client()))
    moved = [{**answer, "chance": 1 - answer["chance"]} for answer in problem.answers]
    DailyProblem.objects.update(best=(problem.best + 1) % 2, answers=moved, played=["pass"], lot={"worth": 1})
    ProblemAnswer.objects.create(problem=problem, visitor="x", choice=0)
    assert bare(page_of(Client())) == before
    assert "problem__share" not in before


def test_what_is_hidden_is_not_even_kept(problem, people, table, clear_third):
    match = finish(begin(people, table, "grace", "hedy"))
    states = services.timeline_of_match(match).states
    entries = list(match.moves.order_by("number").values_list("entry", flat=True))
    for found in list(finding.find_in(states, entries, "seed"))[:10]:
        state = from_json(found.position)
        known = public(states[found.number])
        assert state.setup.deal == known.setup.deal
        assert HIDDEN in state.setup.deal.screenplays or state.quarter == 4


def test_shares_are_told_once_there_are_enough(problem):
    give_answer(problem=problem, answerer=Answerer(None, "me"), choice=problem.best)
    client = Client()
    session = client.session
    session["problem-visitor"] = "me"
    session.save()
    assert not re.search(r"\d %", page_of(client))
    other = (problem.best + 1) % len(problem.answers)
    ProblemAnswer.objects.bulk_create(
        ProblemAnswer(problem=problem, visitor=f"v{number}", choice=problem.best if number < 4 else other)
        for number in range(19)
    )
    told = page_of(client)
    assert "20 people have answered." in told
    assert "as 25 % did" in told
    assert "75 %" in told


def test_a_page_takes_few_queries(problem, people, django_assert_max_num_queries):
    client = Client()
    client.force_login(people("ada"))
    page_of(client)
    client.post(f"/problems/{problem.day}/answer/", {"choice": 0})
    with django_assert_max_num_queries(9):
        told = page_of(client)
    assert "One person has answered." in told


def test_home_and_lobby_lead_there(problem, people):
    assert "Find the best answer" in page_of(Client(), "/")
    client = Client()
    client.force_login(people("ada"))
    assert "Find the best answer" in page_of(client, "/lobby/")
    client.post(f"/problems/{problem.day}/answer/", {"choice": 0})
    assert "How others answered" in page_of(client, "/lobby/")
