"""What a match does to the ratings: once, in the order of the ends, and as a recomputation would have it."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.leaving.services import delete_account
from accounts.models import User
from config.signals import sweeping
from games.ai import measured
from games.models import Match
from games.signals import result_changed
from leaderboard.models import Rating, RatingChange
from leaderboard.rating import LAST
from leaderboard.selectors import matches
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results, forget_all
from leaderboard.tasks import count_result
from tests.games.conftest import People
from tests.leaderboard.results import BEGIN, finished, standing, values

pytestmark = pytest.mark.django_db
EDITION = "slow-dream-factory-2009"


@pytest.fixture
def anchors(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How strong the levels are held to be."""
    known = {"trainee": 1500}
    monkeypatch.setattr("leaderboard.services.tallies.rating_of", lambda level: known[level])
    return known


def test_a_match_counts_overall_in_its_edition_and_pace_and_in_its_season(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_results()
    for ladder in ("2-overall", f"2-{EDITION}", "2-season-2026-3"):
        assert values(match, ladder) == {"ada": 20_000, "grace": -20_000}
    assert Rating.objects.count() == 6


def test_two_seats_and_more_are_apart(people: People) -> None:
    finished(people("ada"), people("grace"))
    finished(people("ada"), people("grace"), people("hedy"))
    count_results()
    ladders = Rating.objects.filter(user=people("ada"), ladder__endswith="overall").values_list("ladder", "value")
    assert dict(ladders) == {"2-overall": 1_520_000, "many-overall": 1_520_000}


def test_bots_have_a_ladder_of_their_own_and_move_nobody_among_people(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    bot = User.objects.create_user("clara", is_bot=True)
    match = finished(bot, ada, grace)
    count_results()
    assert values(match, "many-overall") == {"ada": 10_000, "grace": -10_000}  # half of a pair's 20: three seats
    assert values(match, "many-bots") == {"clara": 20_000, "ada": 0, "grace": -20_000}
    assert set(bot.ratings.values_list("ladder", flat=True)) == {"many-bots"}
    page = Client().get("/rankings/?kind=bots&least=1").content.decode()
    assert "With bots" in page
    assert "clara" in page
    assert not audit()


def test_one_person_and_a_bot_meet_on_that_ladder_alone(people: People) -> None:
    match = finished(people("ada"), User.objects.create_user("clara", is_bot=True))
    count_results()
    assert set(RatingChange.objects.filter(match=match).values_list("ladder", flat=True)) == {"2-bots"}


def test_who_gave_up_is_behind_everybody_and_the_others_stand_by_place(people: People) -> None:
    ada, grace, hedy, zadie = (people(name) for name in ("ada", "grace", "hedy", "zadie"))
    match = finished(ada, grace, hedy, zadie, quit_by=[ada])
    count_results()
    # 40 over three pairs, all equal: 6.667 each.
    assert values(match, "many-overall") == {"ada": -20_001, "grace": 20_001, "hedy": 6_667, "zadie": -6_667}
    assert RatingChange.objects.filter(match=match, user=ada).first().standing == LAST


def test_two_who_gave_up_are_even(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    match = finished(ada, grace, hedy, quit_by=[ada, grace])
    count_results()
    assert values(match, "many-overall") == {"ada": -10_000, "grace": -10_000, "hedy": 20_000}


def test_pairs_of_people_count_among_people_and_pairs_with_ais_on_a_ladder_of_their_own(
    people: People, anchors: dict[str, int]
) -> None:
    ada, grace = people("ada"), people("grace")
    match = finished("trainee", ada, "trainee", grace)
    count_results()
    # One of three pairs is with a person, two are with AIs of the same strength.
    assert values(match, "many-overall") == {"ada": 6_667, "grace": -6_667}
    assert values(match, "many-ai") == {"ada": 0, "grace": -13_334}


def test_alone_with_ais_one_has_a_rating_too(people: People, anchors: dict[str, int]) -> None:
    match = finished(people("ada"), "trainee", "trainee", "trainee")
    count_results()
    assert values(match, "many-ai") == {"ada": 20_001}
    assert list(Rating.objects.values_list("ladder", flat=True)) == ["many-ai"]


def test_a_level_that_is_measured_anew_changes_nothing_that_was_played(people: People, anchors: dict[str, int]) -> None:
    finished(people("ada"), "trainee")
    count_results()
    before = standing()
    anchors["trainee"] = 1900
    assert audit() == []
    forget_all()
    count_results()
    assert standing() == before
    later = finished(people("grace"), "trainee")
    count_results()
    assert values(later, "2-ai")["grace"] > 35_000


def test_every_level_has_a_strength() -> None:
    assert measured.rating_of("trainee") > 0


@pytest.mark.parametrize(
    "said",
    [
        {"rated": False},
        {"voided_at": timezone.now()},
        {"set_aside_at": timezone.now()},
    ],
    ids=["casual", "taken out", "set aside"],
)
def test_what_does_not_count_moves_nobody(people: People, said: dict[str, Any]) -> None:
    finished(people("ada"), people("grace"), **said)
    assert count_results(thorough=True) == 0
    assert not Rating.objects.exists()


def test_a_match_counts_once_however_often_the_bell_rings(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_result(match.pk)
    before = standing()
    for _ in range(3):
        count_result(match.pk)
        sweeping.send(sender=None)
    assert standing() == before


def test_whatever_the_order_in_which_ends_are_noticed_the_digits_are_the_same(people: People) -> None:
    dice, crowd = Random(1), [people(name) for name in ("ada", "grace", "hedy", "zadie", "fritz")]
    ends = [BEGIN, BEGIN, BEGIN + timedelta(days=3)]  # two end in the same moment
    matches = [finished(*dice.sample(crowd, 3), finished_at=end, rated=False) for end in ends]
    found = []
    for order in permutations(matches):
        Match.objects.update(rated=False)
        forget_all()
        for match in order:
            Match.objects.filter(pk=match.pk).update(rated=True)
            count_results(match_id=match.pk)
        assert audit() == []
        found.append(standing())
    assert all(other == found[0] for other in found)


def test_a_match_that_is_taken_out_leaves_no_trace_and_comes_back_the_same(people: People) -> None:
    dice, crowd = Random(2), [people(name) for name in ("ada", "grace", "hedy", "zadie")]
    matches = [finished(*dice.sample(crowd, dice.randint(2, 4))) for _ in range(12)]
    count_results()
    whole = standing()
    Match.objects.filter(pk=matches[3].pk).update(voided_at=timezone.now())
    count_result(matches[3].pk)
    without = standing()
    assert without != whole
    assert not RatingChange.objects.filter(match=matches[3]).exists()
    assert audit() == []
    forget_all()
    count_results()
    assert standing() == without
    Match.objects.filter(pk=matches[3].pk).update(voided_at=None)
    count_result(matches[3].pk)
    assert standing() == whole


def test_who_had_played_nothing_else_stands_nowhere_again(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_results()
    Match.objects.filter(pk=match.pk).update(set_aside_at=timezone.now())
    count_results()
    assert not Rating.objects.exists()


def test_a_long_history_is_counted_in_parts(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("leaderboard.selectors.matches", "leaderboard.services.counting"):
        monkeypatch.setattr(f"{module}.AT_ONCE", 3)
    crowd = [people(name) for name in ("ada", "grace", "hedy")]
    for number in range(10):
        finished(*crowd[: 2 + number % 2], finished_at=BEGIN + timedelta(days=number // 2))
    assert count_results(thorough=True) == 10
    assert audit() == []
    assert sum(len(batch) for batch in matches.all_counted()) == 10


def test_the_sweep_finds_what_no_bell_was_rung_for(people: People) -> None:
    finished(people("ada"), people("grace"))
    sweeping.send(sender=None)
    assert Rating.objects.exists()


def test_a_result_rings_the_bell(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("leaderboard.listeners.enqueue", lambda *message: rung.append(message))
    result_changed.send(sender=Match, match_id=7)
    assert rung == [("leaderboard.tasks.count_result", 7)]


def test_who_leaves_is_in_no_table_but_the_others_keep_their_digits(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    finished(ada, grace)
    count_results()
    delete_account(user=ada)
    assert set(Rating.objects.filter(is_listed=True).values_list("user", flat=True)) == {grace.pk}
    before = standing()
    forget_all()
    count_results()
    assert standing() == before


def test_those_who_look_at_the_table_are_told(
    people: People, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = finished(people("ada"), people("grace"))
    with django_capture_on_commit_callbacks(execute=True):
        count_results()
    match.refresh_from_db()
    assert match.version == 1


def test_a_season_is_a_quarter_by_utc(people: People) -> None:
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    finished(people("ada"), people("grace"), finished_at=new_year - timedelta(microseconds=1))
    finished(people("ada"), people("grace"), finished_at=new_year)
    count_results()
    seasons = Rating.objects.filter(ladder__contains="season").values_list("ladder", flat=True).distinct()
    assert set(seasons) == {"2-season-2026-4", "2-season-2027-1"}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_digits_are_those_of_a_recomputation(
    people: People, anchors: dict[str, int], seed: int
) -> None:
    dice, crowd = Random(seed), [people(f"person-{number}") for number in range(6)]
    matches: list[Match] = []
    for _ in range(25):
        if matches and dice.random() < 0.25:
            match = dice.choice(matches)
            match.voided_at = None if match.voided_at else timezone.now()
            match.save(update_fields=["voided_at"])
        else:
            seats = [*dice.sample(crowd, dice.randint(1, 4)), "trainee"]
            end = BEGIN + timedelta(hours=dice.randint(0, 500))
            match = finished(*seats, quit_by=seats[:1] if dice.random() < 0.1 else (), finished_at=end)
            matches.append(match)
        anchors["trainee"] = dice.randint(1_000, 1_400)
        if dice.random() < 0.8:  # some tasks are lost
            count_result(match.pk)
    count_results(thorough=True)
    incremental = standing()
    assert audit() == []
    forget_all()
    count_results(thorough=True)
    assert standing() == incremental


def test_a_count_that_is_killed_half_way_has_not_happened(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(people("ada"), people("grace"))
    with monkeypatch.context() as patch:
        patch.setattr("leaderboard.services.counting._store", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            count_result(match.pk)
    assert not RatingChange.objects.exists()
    sweeping.send(sender=None)
    assert audit() == []
    assert RatingChange.objects.filter(match=match).count() == 6
