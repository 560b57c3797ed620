"""What looks wrong in rated matches is shown to moderators by itself, once."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import DeviceSighting, Letter, Sighting, User
from games.models import Match, Report
from games.moderation.selectors import reports_for
from games.moderation.services.reports import claim_report, close_report
from leaderboard.services import watching
from leaderboard.services.remembering import remember
from leaderboard.services.watching import EARLY_LEAVES, FED_MEETINGS, NETWORK_MEETINGS, QUIET, WINDOW, watch
from leaderboard.tasks import count_result
from tests.games.conftest import People
from tests.leaderboard.results import DECISIONS, finished
from tests.moderation.conftest import Staff, at_work, staff

pytestmark = pytest.mark.django_db
ADDRESS = "203.0.113.77"
__all__ = ["at_work", "staff"]


def play(
    *seats: User, ago: timedelta = timedelta(), left: User | None = None, early: bool = True, **said: bool
) -> Match:
    """A match that has just ended, or ended some time ago, and was left by somebody."""
    by_ai = {left: DECISIONS if early else 30} if left else {}
    match = finished(*seats, quit_by=[left] if left else (), by_ai=by_ai, finished_at=timezone.now() - ago, **said)
    count_result(match.pk)
    return match


def patterns() -> list[str]:
    return list(Report.objects.order_by("pattern").values_list("pattern", flat=True))


def test_leaving_in_the_opening_once_is_an_accident_and_again_is_shown(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    first = play(grace, ada, left=ada)
    assert patterns() == []
    second = play(hedy, ada, left=ada)
    row = Report.objects.get()
    assert (row.pattern, row.kind, row.reporter, row.about) == (f"opening/{ada.pk}", "stalling", None, ada)
    assert row.context["signals"]["opening"]["matches"] == [first.pk, second.pk]


@pytest.mark.parametrize("said", [{"early": False}, {"rated": False}, {"ago": 2 * WINDOW}], ids=str)
def test_leaving_late_or_a_casual_table_or_long_ago_is_not(people: People, said: dict[str, bool]) -> None:
    for _ in range(EARLY_LEAVES - 1):
        play(people("grace"), people("ada"), left=people("ada"), **said)  # type: ignore[arg-type]
    play(people("grace"), people("ada"), left=people("ada"), **{**said, "ago": timedelta()})  # type: ignore[arg-type]
    assert patterns() == []


def at_one_address(*users: User) -> None:
    for user in users:
        Sighting.objects.create(user=user, network=f"{ADDRESS}/32")


def test_two_who_play_each_other_from_one_network_are_shown_without_an_address(
    people: People, at_work: Callable[[str], Client]
) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    at_one_address(ada, grace)
    for _ in range(NETWORK_MEETINGS):
        assert patterns() == []
        play(ada, hedy, grace)
    row = Report.objects.get()
    assert (row.kind, {row.about, row.also_about}) == ("accounts", {ada, grace})
    client = at_work("helper")
    for page in ("/admin/", "/admin/games/report/", f"/admin/games/report/{row.pk}/change/"):
        assert ADDRESS not in client.get(page).content.decode()
    page = client.get(f"/admin/games/report/{row.pk}/change/").content.decode()
    for words in ("The site itself", "ada", "grace", "both came from one network", "How often it is wrong"):
        assert words in page
    assert "1 open report" in client.get("/admin/").content.decode()


def test_reports_of_the_same_people_are_locked_in_one_order_wherever_they_sit(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two results counted at once would otherwise wait for one another, and one of them would be lost."""
    crowd = [people(name) for name in ("ada", "grace", "hedy", "fritz")]
    at_one_address(*crowd)
    locked: list[str] = []
    monkeypatch.setattr(watching, "flag", lambda pattern, **seen: locked.append(pattern))
    play(*crowd)
    orders = []
    for seats in (crowd, crowd[::-1], [*crowd[2:], *crowd[:2]]):
        locked.clear()
        watch(play(*seats))
        orders.append([pattern for pattern in locked if pattern.startswith("network")])
    assert len(orders[0]) == 2 * 6, "counted, and watched once more"
    assert orders == orders[:1] * 3


def test_two_who_share_a_device_are_shown_without_it(people: People, at_work: Callable[[str], Client]) -> None:
    ada, grace = people("ada"), people("grace")
    for user in (ada, grace):
        DeviceSighting.objects.create(user=user, device="5ca1ab1e" * 4)
    for _ in range(NETWORK_MEETINGS):
        play(ada, grace)
    row = Report.objects.get()
    assert row.context["signals"]["accounts"] | {"matches": []} == {
        "matches": [],
        "days": WINDOW.days,
        "network": False,
        "device": True,
    }
    page = at_work("helper").get(f"/admin/games/report/{row.pk}/change/").content.decode()
    assert "same browser on one device" in page
    assert "5ca1ab1e" not in page


def test_what_joins_an_open_report_stays_out_of_one_that_is_worked_on(people: People, staff: Staff) -> None:
    ada, grace = people("ada"), people("grace")
    at_one_address(ada, grace)
    for _ in range(NETWORK_MEETINGS):
        play(ada, grace)
    DeviceSighting.objects.bulk_create(DeviceSighting(user=user, device="ab" * 16) for user in (ada, grace))
    play(ada, grace)
    row = Report.objects.get()
    assert row.context["signals"]["accounts"]["device"]
    claim_report(actor=staff(), report_id=row.pk)
    play(ada, grace)
    row.refresh_from_db()
    assert len(row.context["signals"]["accounts"]["matches"]) == NETWORK_MEETINGS + 1


def test_a_network_of_long_ago_says_nothing(people: People) -> None:
    at_one_address(people("ada"), people("grace"))
    Sighting.objects.filter(user=people("ada")).update(last_at=timezone.now() - 2 * WINDOW)
    for _ in range(NETWORK_MEETINGS):
        play(people("ada"), people("grace"))
    assert patterns() == []


def test_a_pair_in_which_one_feeds_the_other_is_shown(people: People) -> None:
    ada, puppet = people("ada"), people("puppet")
    for number in range(FED_MEETINGS):
        assert patterns() == []
        play(ada, puppet, left=puppet if number % 2 else None, early=False)
    row = Report.objects.get()
    assert (row.pattern, row.kind) == (f"feeding/{ada.pk}/{puppet.pk}", "collusion")
    assert (row.about, row.also_about) == (ada, puppet)
    seen = row.context["signals"]["results"]
    assert (seen["ahead"], len(seen["matches"])) == (FED_MEETINGS, FED_MEETINGS)


def test_whoever_hardly_scores_feeds_too(people: People) -> None:
    ada, puppet = people("ada"), people("puppet")
    for _ in range(FED_MEETINGS):
        match = finished(ada, puppet, finished_at=timezone.now())
        match.seats.filter(user=puppet).update(score=12)
        count_result(match.pk)
    assert patterns() == [f"feeding/{ada.pk}/{puppet.pk}"]


def test_losing_always_after_a_good_fight_is_no_crime_and_neither_are_wins_on_both_sides(people: People) -> None:
    ada, grace, hedy = (people(name) for name in ("ada", "grace", "hedy"))
    for number in range(2 * FED_MEETINGS):
        play(ada, grace)
        play(*((ada, hedy) if number % 2 else (hedy, ada)), left=(hedy if number % 2 else ada), early=False)
    assert patterns() == []


def test_while_it_is_open_it_stands_there_once_however_often_it_is_looked_at(people: People) -> None:
    ada, puppet = people("ada"), people("puppet")
    at_one_address(ada, puppet)
    for _ in range(2 * FED_MEETINGS):
        match = play(ada, puppet, left=puppet)
        remember(match_id=match.pk)
        watch(match)
    assert len(patterns()) == len(set(patterns())) == 3


def test_what_moderators_judged_is_shown_again_only_for_what_came_after(people: People, staff: Staff) -> None:
    ada, others = people("ada"), (people(f"other-{number}") for number in count())
    for outcome in ("warned", "nothing"):
        for _ in range(EARLY_LEAVES):
            assert not Report.objects.filter(closed_at=None).exists()
            play(next(others), ada, left=ada)
        row = Report.objects.filter(closed_at=None).get()
        close_report(actor=staff(), report_id=row.pk, outcome=outcome, why="looked at it")
    assert not Letter.objects.filter(kind="games.report").exists()  # nobody asked, so nobody is answered
    for _ in range(2 * EARLY_LEAVES):
        play(next(others), ada, left=ada)
    assert not Report.objects.filter(closed_at=None).exists()
    Report.objects.update(closed_at=timezone.now() - QUIET - timedelta(days=1))
    play(next(others), ada, left=ada)
    assert Report.objects.filter(closed_at=None).count() == 1


def test_nobody_of_the_house_decides_about_a_pair_they_belong_to(people: People, staff: Staff) -> None:
    moderator, puppet = staff(), people("puppet")
    at_one_address(moderator, puppet)
    for _ in range(NETWORK_MEETINGS):
        play(puppet, moderator)
    assert Report.objects.count() == 1
    assert not reports_for(moderator).exists()
    assert reports_for(staff("administrator")).exists()


def test_moderators_settle_it_without_an_answer(people: People, at_work: Callable[[str], Client]) -> None:
    for _ in range(EARLY_LEAVES):
        play(people("grace"), people("ada"), left=people("ada"))
    row = Report.objects.get()
    client = at_work("moderator")
    assert client.get(f"/admin/games/report/{row.pk}/do/settle/").status_code == 200
    said = {"outcome": "warned", "why": "again and again"}
    assert client.post(f"/admin/games/report/{row.pk}/do/settle/", said).status_code == 302
    row.refresh_from_db()
    assert (row.is_open, row.outcome) == (False, "warned")
    file = client.get(f"/admin/accounts/user/{people('ada').pk}/file/")
    assert "the site itself" in file.content.decode()
