"""The problem of the day: one for each day, from matches everybody may see, answered once, and nothing told before."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation

from accounts.models import StaffAct
from games.ai.comparing import AnswerChance, ClearChoice
from games.ai.forecast import public
from games.engine import from_json, legal_moves, options
from games.engine.moves import from_entry
from games.engine.state import HIDDEN
from games.listeners import keep_the_guests_matches
from games.models import DailyProblem, Match, ProblemAnswer
from games.models.daily_problem import today
from games.models.due_work import MOST_TRIES
from games.problems import finding, services, shipping
from games.problems.page import position_of
from games.problems.selectors import (
    Answerer,
    ProblemRecord,
    counts_of,
    days_in_a_row,
    matches_to_look_through,
    record_of_answerer,
)
from games.problems.services import (
    find_due,
    forget_answers,
    give_answer,
    prepare_days,
    restore_problem,
    take_shipped,
    withdraw_problem,
)
from games.takeout import belongings_of
from games.tasks import sweep
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def problem() -> DailyProblem:
    """Today's problem, one of those that come with the site."""
    assert prepare_days() is False
    return DailyProblem.objects.get()


@pytest.fixture
def clear_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the last question of a match that is looked at be a clear choice, without playing anything on."""

    def find(state: Any, dice: Any) -> ClearChoice:
        codes = options(state)[:3]
        return ClearChoice(state.turn, tuple(AnswerChance(code, 0.3) for code in codes), 1, 0.1)

    monkeypatch.setattr(finding, "find_clear_choice", find)


def page_of(client: Client, path: str = "/problems/", language: str = "en") -> str:
    return client.get(path, headers={"accept-language": language}).content.decode()


def bare(page: str) -> str:
    """A page without what is new each time it is asked for."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"|("csrfToken"|X-CSRFToken)[^,}]*', "", page)


# A problem for every day


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


# Where they come from


def test_tomorrows_is_looked_for_and_stays_away_until_then(settings, people, table, clear_third):
    settings.PROBLEM_SEARCH = True
    match = finish(begin(people, table, "grace"))
    assert prepare_days() is True
    call_command("find_problems")
    row = DailyProblem.objects.get(day=today() + DAY)
    assert (row.match, row.status) == (match, "ready")
    assert row.number is not None
    assert row.played == match.moves.get(number=row.number + 1).entry[1:]
    assert from_json(row.position).turn == row.seat
    assert prepare_days() is False
    stranger = Client()
    for path in (row.get_absolute_url(), f"{row.get_absolute_url()}answer/"):
        assert stranger.get(path).status_code == (404 if path.endswith(f"{row.day}/") else 405)
        assert stranger.post(path, {"choice": 0}).status_code in (404, 405)
    assert row.get_absolute_url() not in page_of(stranger)


@pytest.mark.parametrize(
    "hidden",
    [
        {"visibility": Match.Visibility.UNLISTED},
        {"spectators_allowed": False},
        {"status": Match.Status.RUNNING},
        {"sealed": True, "spectators_allowed": False},
        {"voided_at": timezone.now()},
        {"set_aside_at": timezone.now()},
        {"rules": 99},
    ],
)
def test_only_matches_that_are_over_and_open_are_looked_through(people, table, hidden):
    match = finish(begin(people, table, "grace"))
    assert matches_to_look_through(today()) == [match]
    Match.objects.update(**hidden)
    assert matches_to_look_through(today()) == []


def test_a_match_gives_one_problem(settings, people, table, clear_third):
    settings.PROBLEM_SEARCH = True
    finish(begin(people, table, "grace"))
    for day in (today(), today() + DAY):
        DailyProblem.objects.create(day=day)
    while find_due():
        pass
    assert list(DailyProblem.objects.order_by("day").values_list("status", flat=True)) == ["ready", "missed"]
    prepare_days()
    assert DailyProblem.objects.get(day=today()).match is not None


def test_a_match_that_cannot_be_read_is_left_out(settings, people, table, clear_third):
    broken = finish(begin(people, table, "grace"))
    broken.moves.filter(number=5).update(entry=[0, "bid", 99])
    DailyProblem.objects.create(day=today())
    assert find_due()
    assert DailyProblem.objects.get().status == "missed"


def test_whoever_looks_for_a_day_has_it_for_a_while(clear_third):
    row = DailyProblem.objects.create(day=today(), claimed_until=timezone.now() + DAY)
    assert not find_due()
    DailyProblem.objects.filter(pk=row.pk).update(claimed_until=timezone.now() - DAY)
    assert find_due()


def test_a_search_that_breaks_off_again_and_again_has_an_end_and_the_day_its_problem(settings, monkeypatch):
    settings.PROBLEM_SEARCH = True
    DailyProblem.objects.create(day=today(), tries=MOST_TRIES, claimed_until=timezone.now() - DAY)
    monkeypatch.setattr(services, "_look", lambda row: pytest.fail("nobody looks again"))
    assert not find_due()
    assert DailyProblem.objects.get().get_status_display() == "the search broke off"
    prepare_days()
    assert DailyProblem.objects.get(day=today()).status == "ready"


def test_a_search_that_fails_says_so_and_is_not_made_again(clear_third, monkeypatch):
    DailyProblem.objects.create(day=today())
    monkeypatch.setattr(services, "_look", lambda row: 1 // 0)
    assert find_due()
    assert DailyProblem.objects.get().status == "failed"
    assert not find_due()


def test_a_day_that_has_got_its_problem_meanwhile_keeps_it(people, table, clear_third, monkeypatch):
    finish(begin(people, table, "grace"))
    DailyProblem.objects.create(day=today())
    look = services._look

    def look_and_be_late(row):
        take_shipped(today())
        return look(row)

    monkeypatch.setattr(services, "_look", look_and_be_late)
    find_due()
    row = DailyProblem.objects.get()
    assert (row.status, row.match, row.shipped != "") == ("ready", None, True)


def test_the_same_match_gives_the_same_problem(people, table, clear_third):
    match = finish(begin(people, table, "grace"))
    states = services.timeline_of_match(match).states
    entries = list(match.moves.order_by("number").values_list("entry", flat=True))
    first, again = (next(finding.find_in(states, entries, "seed")) for _ in range(2))
    assert first == again
    kinds = [one.kind for one in finding.find_in(states, entries, "seed", besides=("bid", "place"))]
    assert kinds[0] == "take"


def test_nobody_is_named_and_the_way_to_the_match_is_there_while_it_is_open(people, table, clear_third):
    match = finish(begin(people, table, "grace"))
    DailyProblem.objects.create(day=today())
    assert find_due()
    client = Client()
    asked = page_of(client)
    client.post(f"/problems/{today()}/answer/", {"choice": 0})
    told = page_of(client)
    way = f"/tables/{match.pk}/replay/{DailyProblem.objects.get().number}/"
    assert way not in asked
    assert way in told
    assert "grace" not in asked + told
    Match.objects.update(visibility=Match.Visibility.UNLISTED)
    assert f"/tables/{match.pk}/" not in page_of(client)


# Answering


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


@pytest.mark.parametrize(("said", "words"), [({}, "Choose an answer first."), ({"choice": "9"}, "none of the answers")])
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


# How somebody does


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


# Staff


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


def test_problems_are_made_to_be_shipped(tmp_path, clear_third):
    made = tmp_path / "shipped.json"
    call_command("ship_problems", "--count", "2", "--seed", "t", "--to", str(made))
    assert made.read_text().count('"source"') == 2
