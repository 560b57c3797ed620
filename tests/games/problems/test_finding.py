"""Problems come from matches that everybody may see, and the search for them has an end."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.engine import from_json
from games.models import DailyProblem, Match
from games.models.daily_problem import today
from games.models.due_work import MOST_TRIES
from games.problems import finding, services
from games.problems.selectors import (
    matches_to_look_through,
)
from games.problems.services import (
    find_due,
    prepare_days,
    take_shipped,
)
from tests.games.matches import begin, finish
from tests.games.problems.pages import DAY, page_of

pytestmark = pytest.mark.django_db


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


def test_two_days_that_are_looked_for_at_once_do_not_take_the_same_match(people, table, clear_third, monkeypatch):
    match = finish(begin(people, table, "grace"))
    today_s, tomorrow_s = (DailyProblem.objects.create(day=today() + days * DAY) for days in (0, 1))
    look = services._look

    def look_and_be_late(row):
        for found in look(row):
            DailyProblem.objects.filter(pk=tomorrow_s.pk).update(match=match, status="ready")
            yield found

    monkeypatch.setattr(services, "_look", look_and_be_late)
    assert find_due()
    today_s.refresh_from_db()
    assert (today_s.status, list(match.problems.all())) == ("missed", [tomorrow_s])


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


@pytest.mark.parametrize(
    ("count", "before", "words"),
    [("0", "[]", "1 or more"), ("1", "no JSON", "Expecting value"), ("1", '{"a": 1}', "holds no problems")],
)
def test_what_cannot_be_shipped_is_said_and_nothing_written_over(tmp_path, count, before, words):
    to = tmp_path / "notes.txt"
    to.write_text(before)
    with pytest.raises(CommandError, match=words):
        call_command("ship_problems", "--count", count, "--to", str(to))
    assert to.read_text() == before
    with pytest.raises(CommandError, match="no such folder"):
        call_command("ship_problems", "--count", "1", "--to", str(tmp_path / "nowhere" / "x.json"))


def test_problems_are_made_to_be_shipped(tmp_path, clear_third):
    made = tmp_path / "shipped.json"
    call_command("ship_problems", "--count", "2", "--seed", "t", "--to", str(made))
    assert made.read_text().count('"source"') == 2
