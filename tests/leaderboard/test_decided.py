"""Only what players decide themselves counts."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.models.seat import AI_SHARE
from games.play.verification import verify_site
from leaderboard.elo import FULL_MEETINGS, MEETING_DAYS
from leaderboard.models import Rating, RatingChange
from leaderboard.panels import ending_panel
from leaderboard.rating import LAST, OPENING
from leaderboard.selectors.records import Record, record_of
from leaderboard.services.audit import audit, recompute
from leaderboard.services.counting import count_results, forget_all
from leaderboard.services.remembering import remember_results
from leaderboard.tasks import count_result
from tests.games.conftest import People
from tests.leaderboard.results import BEGIN, DECISIONS, finished, standing, values

pytestmark = pytest.mark.django_db
SHARE = DECISIONS // AI_SHARE


def record(user: User) -> Record:
    remember_results(thorough=True)
    found = record_of(user)
    assert found is not None
    return found


def test_up_to_a_third_of_the_decisions_the_result_is_ones_own(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    match = finished(ada, grace, hedy, by_ai={ada: SHARE})
    count_results()
    assert values(match, "many-overall") == {"ada": 20_000, "grace": 0, "hedy": -20_000}
    assert record(ada).won == 1


def test_whoever_lets_the_ai_decide_more_is_rated_like_whoever_concedes(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    timed_out = finished(ada, grace, hedy, by_ai={ada: SHARE + 1})
    count_results()
    moved = values(timed_out, "many-overall")
    assert moved == {"ada": -20_000, "grace": 20_000, "hedy": 0}
    assert set(RatingChange.objects.filter(user=ada).values_list("standing", flat=True)) == {LAST}
    Seat.objects.filter(match=timed_out, user=ada).update(conceded_at=timezone.now(), decisions_by_ai=0)
    forget_all()
    count_results()
    assert values(timed_out, "many-overall") == moved


def test_against_ais_too_a_win_of_the_ai_is_none(people: People) -> None:
    match = finished(people("ada"), "trainee", by_ai={people("ada"): SHARE + 1})
    count_results()
    assert values(match, "2-ai")["ada"] < 0


@pytest.mark.parametrize("absence", ["left", "stood in"])
def test_a_win_of_the_ai_is_nobodys_win(people: People, absence: str) -> None:
    ada, grace = people("ada"), people("grace")
    finished(ada, grace, quit_by=[ada] if absence == "left" else (), by_ai={ada: 50})
    found, other = record(ada), record(grace)
    assert (found.played, found.won, found.streak, found.best_streak, found.reliability) == (1, 0, 0, 0, 0)
    assert (found.given_up, found.away) == ((1, 0) if absence == "left" else (0, 1))
    assert not any(shelved.is_won for shelved in found.trophies)
    assert [(rival.ahead, rival.behind) for rival in found.rivals] == [(0, 1)]
    assert [(rival.ahead, rival.behind) for rival in other.rivals] == [(1, 0)]
    assert [group.won for group in (*found.by_edition, *found.by_seats, *found.by_turn)] == [0, 0, 0]


def test_what_the_ai_made_is_nobodys_movie(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    finished(ada, grace, by_ai={ada: 50})
    remember_results(thorough=True)
    ada.appearances.update(movies=[["a-screenplay", "drama", "20", 20]], edition_id="dream-factory-2009")
    assert (record(ada).movies, record(ada).genres) == ((), ())


def test_a_puppet_that_concedes_at_entry_0_gives_nothing(people: People) -> None:
    ada, puppet = people("ada"), people("puppet")
    match = finished(ada, puppet, quit_by=[puppet], by_ai={puppet: DECISIONS})
    assert count_results() == 1
    assert not Rating.objects.exists()
    assert (audit(), verify_site(), recompute()) == ([], [], (1, []))
    Seat.objects.filter(match=match, user=puppet).update(decisions_by_ai=DECISIONS - OPENING + 1)
    recompute()
    assert not Rating.objects.exists()
    Seat.objects.filter(match=match, user=puppet).update(decisions_by_ai=DECISIONS - OPENING)
    recompute()
    assert values(match, "2-overall") == {"ada": 20_000, "puppet": -20_000}


def test_nor_does_it_where_others_play_on(people: People) -> None:
    ada, grace, puppet = (people(name) for name in ("ada", "grace", "puppet"))
    match = finished(ada, grace, puppet, quit_by=[puppet], by_ai={puppet: DECISIONS})
    count_results()
    # One of two pairs is between those who played; whoever left loses against both all the same.
    assert values(match, "many-overall") == {"ada": 10_000, "grace": -10_000, "puppet": -20_000}
    assert audit() == []


def test_the_end_says_that_a_match_does_not_count(people: People, client: Client) -> None:
    ada, puppet = people("ada"), people("puppet")
    match = finished(ada, puppet, quit_by=[puppet], by_ai={puppet: DECISIONS})
    assert "in a moment" in ending(match)
    count_results()
    assert f"fewer than two of them made {OPENING} decisions" in ending(match)


def ending(match: Match) -> str:
    panel = ending_panel(match)
    assert panel is not None
    return render_to_string(panel.template, {"panel": panel.context})


def settle(*users: User) -> None:
    """Makes newcomers of nobody, so that only how often two met changes what a match is worth."""
    Rating.objects.filter(user__in=users).update(value=1_500_000)


def test_the_same_two_count_less_and_less(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    moves = []
    for number in range(FULL_MEETINGS + 3):
        match = finished(ada, grace, finished_at=BEGIN + timedelta(hours=number))
        count_results()
        settle(ada, grace)
        moves.append(values(match, "2-overall")["ada"])
    assert moves == [20_000] * FULL_MEETINGS + [10_000, 5_000, 2_500]


def test_it_is_the_pair_that_counts_less_and_nobody_else(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    for number in range(FULL_MEETINGS):
        finished(ada, grace, finished_at=BEGIN + timedelta(hours=number))
    match = finished(ada, grace, hedy, finished_at=BEGIN + timedelta(days=1))
    count_results()
    # On the ladder of many all are new: the pair of ada and grace moves 5, each of the others 10.
    assert values(match, "many-overall") == {"ada": 15_000, "grace": 5_000, "hedy": -20_000}


def test_after_a_month_a_meeting_is_forgotten(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    for _ in range(FULL_MEETINGS):
        finished(ada, grace, finished_at=BEGIN)
    month = timedelta(days=MEETING_DAYS)
    within = finished(ada, grace, finished_at=BEGIN + month - timedelta(microseconds=1))
    after = finished(ada, grace, finished_at=BEGIN + month)
    count_results()
    assert values(within, "2-overall")["ada"] < 10_000 < values(after, "2-overall")["ada"]
    assert audit() == []


def test_matches_that_do_not_count_are_no_meetings(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    for _ in range(FULL_MEETINGS):
        finished(ada, grace, finished_at=BEGIN, quit_by=[grace], by_ai={grace: DECISIONS})
        finished(ada, grace, finished_at=BEGIN, rated=False)
    match = finished(ada, grace, finished_at=BEGIN + timedelta(hours=1))
    count_results()
    assert values(match, "2-overall")["ada"] == 20_000


@pytest.mark.parametrize("at_once", [2, 500])
@pytest.mark.parametrize("seed", range(3))
def test_however_they_are_noticed_repeated_pairs_are_counted_to_the_last_digit(
    people: People, monkeypatch: pytest.MonkeyPatch, seed: int, at_once: int
) -> None:
    for module in ("leaderboard.selectors.matches", "leaderboard.services.counting"):
        monkeypatch.setattr(f"{module}.AT_ONCE", at_once)
    dice, crowd = Random(seed), [people(name) for name in ("ada", "grace", "hedy")]
    matches: list[Match] = []
    for _ in range(20):
        if matches and dice.random() < 0.2:
            match = dice.choice(matches)
            match.voided_at = None if match.voided_at else timezone.now()
            match.save(update_fields=["voided_at"])
        else:
            seats = dice.sample(crowd, dice.randint(2, 3))
            end = BEGIN + timedelta(days=dice.randint(0, 2 * MEETING_DAYS))
            by_ai = {seats[0]: dice.choice((0, 0, SHARE + 1, DECISIONS))}
            matches.append(match := finished(*seats, by_ai=by_ai, finished_at=end))
        if dice.random() < 0.8:
            count_result(match.pk)
    count_results(thorough=True)
    incremental = standing()
    assert audit() == []
    forget_all()
    count_results(thorough=True)
    assert standing() == incremental


def test_the_rule_stands_on_its_page_with_its_numbers(client: Client) -> None:
    page = client.get("/rankings/how/").content.decode()
    for words in (
        f"no more than one in {AI_SHARE} of your decisions",
        f"made {OPENING} decisions or more",
        f"first {FULL_MEETINGS} matches within {MEETING_DAYS} days",
    ):
        assert words in " ".join(page.split())


@pytest.mark.parametrize(("met", "shown"), [("", "+10.0"), ("2", "+10.0"), ("3", "+5.0"), ("1000", "+0.0")])
def test_the_calculator_knows_how_often_two_have_met(client: Client, met: str, shown: str) -> None:
    said = {"mine": "1500", "rating_1": "1500", "result_1": "ahead", "met_1": met}
    assert f'<b class="gain">{shown}</b>' in client.get("/rankings/how/", said).content.decode()


def test_a_profile_marks_what_was_left_to_the_ai(people: People, client: Client) -> None:
    ada, grace = people("ada"), people("grace")
    for said in ({"quit_by": [ada]}, {"by_ai": {ada: 50}}, {}):
        match = finished(ada, grace, **said)  # type: ignore[arg-type]
        count_result(match.pk)
    page = " ".join(client.get("/people/ada/").content.decode().split())
    assert page.count("away, rated as last") == 2
    assert "Left the match</dt><dd>1 time</dd>" in page
    assert "The AI stood in</dt><dd>1 time</dd>" in page


@pytest.fixture
def migrated() -> Callable[[str, str], Any]:
    """A function of a migration, run on the models of today."""

    def run(module: str, name: str) -> Any:
        return getattr(import_module(module), name)(apps, None)

    return run


def test_an_upgrade_has_the_whole_history_counted_by_the_rule(
    people: People, migrated: Callable[[str, str], Any]
) -> None:
    ada, grace = people("ada"), people("grace")
    match = finished(ada, grace, by_ai={ada: 50})
    count_result(match.pk)
    truth = standing()
    # As the version before left it: rated by place, remembered as a win.
    Rating.objects.filter(user=ada).update(value=1_520_000)
    RatingChange.objects.filter(user=ada).update(standing=1, after=1_520_000)
    ada.appearances.update(was_away=False)
    migration = "leaderboard.migrations.0003_by_what_people_decided"
    migrated(migration, "mark_who_was_away")
    migrated(migration, "count_all_anew")
    assert record(ada).won == 0
    count_results()
    assert standing() == truth
    assert audit() == []
