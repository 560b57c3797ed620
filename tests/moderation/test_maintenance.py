"""While the site is worked on no clock runs, everybody may look, and nothing is changed."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import StaffAct
from games.models import Match
from games.moderation.services.moderate_match import NotNow, pause_match, resume_match, set_aside, take_up
from games.play.selectors.ai_turns import due_turns
from games.play.services.deadlines import pass_deadlines
from games.play.services.maintenance import AlreadySo, begin_maintenance, end_maintenance
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import browser_of
from tests.games.matches import begin
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_two_tables(people: People, table: Tables) -> tuple[Match, Match]:
    """A match between people, and one where an AI is to answer."""
    slow, with_ai = begin(people, table, "grace"), table("hedy", size=2, ai_levels=("trainee",))
    Match.objects.filter(pk=with_ai.pk).update(ai_due_at=timezone.now() - timedelta(seconds=1))
    return slow, with_ai


def test_while_the_house_is_worked_on_no_clock_runs(staff: Staff, at_two_tables: tuple[Match, Match]) -> None:
    slow, with_ai = at_two_tables
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        left = slow.deadline_at - now
        begin_maintenance(actor=staff("administrator"), why="a new version")
        clock.shift(timedelta(days=5))
        assert pass_deadlines() == 0
        assert due_turns(is_quick=True, at_most=9) == []
        end_maintenance(actor=staff("administrator"), why="done")
        slow.refresh_from_db()
        with_ai.refresh_from_db()
        assert (slow.deadline_at - timezone.now(), slow.paused_at, slow.version) == (left, None, slow.version)
        assert (with_ai.paused_at, with_ai.ai_due_at) == (None, timezone.now())
    acts = StaffAct.objects.order_by("pk").values_list("verb", "why", "after__matches")
    assert list(acts) == [("begin maintenance", "a new version", 2), ("end maintenance", "done", 2)]


def test_a_match_that_begins_in_that_very_moment_waits_too(people: People, table: Tables) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begin_maintenance(actor=None, why="w")
        late = begin(people, table, "grace")
        Match.objects.filter(pk=late.pk).update(deadline_at=timezone.now() + timedelta(seconds=10))
        sweep()
        clock.shift(timedelta(seconds=12))  # not so long that it would count as our own downtime
        sweep()
        assert not late.seats.exclude(stood_in_since=None).exists()
        end_maintenance(actor=None, why="w")
        sweep()
        late.refresh_from_db()
        assert (late.paused_at, late.deadline_at - timezone.now()) == (None, timedelta(seconds=10))


def test_a_match_that_begins_long_after_has_no_more_time_than_any_other(people: People, table: Tables) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        begin_maintenance(actor=None, why="w")
        clock.shift(timedelta(hours=2))
        late = begin(people, table, "grace", decision_seconds=86400)
        sweep()
        late.refresh_from_db()
        assert late.deadline_at - late.paused_at == timedelta(days=1)  # what its stopped clock shows
        clock.shift(timedelta(hours=3))
        end_maintenance(actor=None, why="w")
        late.refresh_from_db()
        assert (late.asked_at, late.deadline_at - timezone.now()) == (timezone.now(), timedelta(days=1))


def test_what_moderators_paused_stays_paused(staff: Staff, at_two_tables: tuple[Match, Match]) -> None:
    slow, _ = at_two_tables
    pause_match(actor=staff(), match_id=slow.pk, why="a quarrel")
    begin_maintenance(actor=None, why="w")
    end_maintenance(actor=None, why="w")
    slow.refresh_from_db()
    assert slow.paused_at is not None


def test_what_was_paused_in_the_same_moment_stays_paused(staff: Staff, at_two_tables: tuple[Match, Match]) -> None:
    slow, with_ai = at_two_tables
    with time_machine.travel(timezone.now(), tick=False):
        pause_match(actor=staff(), match_id=slow.pk, why="a quarrel")
        begin_maintenance(actor=None, why="w")
        end_maintenance(actor=None, why="w")
    slow.refresh_from_db()
    with_ai.refresh_from_db()
    assert (slow.paused_at is None, slow.paused_by) == (False, Match.PausedBy.STAFF)
    assert (with_ai.paused_at, with_ai.paused_by) == (None, "")


def test_the_migration_says_why_a_match_is_paused(staff: Staff, at_two_tables: tuple[Match, Match]) -> None:
    slow, with_ai = at_two_tables
    pause_match(actor=staff(), match_id=slow.pk, why="a quarrel")
    begin_maintenance(actor=None, why="w")
    Match.objects.update(paused_by="")
    import_module("games.migrations.0017_why_a_match_is_paused").say_why(apps, None)
    said = dict(Match.objects.values_list("pk", "paused_by"))
    assert said == {slow.pk: Match.PausedBy.STAFF, with_ai.pk: Match.PausedBy.MAINTENANCE}


def test_moderators_let_nothing_go_on_before_all_goes_on(staff: Staff, at_two_tables: tuple[Match, Match]) -> None:
    slow, _ = at_two_tables
    begin_maintenance(actor=None, why="w")
    with pytest.raises(NotNow):
        resume_match(actor=staff(), match_id=slow.pk, why="they ask")
    set_aside(actor=staff(), match_id=slow.pk, why="it looks broken")
    with pytest.raises(NotNow):
        take_up(actor=staff(), match_id=slow.pk, why="it is not")
    end_maintenance(actor=None, why="w")
    with pytest.raises(NotNow):  # it would be neither here nor there
        resume_match(actor=staff(), match_id=slow.pk, why="they ask")
    take_up(actor=staff(), match_id=slow.pk, why="it is not")
    slow.refresh_from_db()
    assert (slow.paused_at, slow.set_aside_at) == (None, None)


def test_everybody_may_look_and_nothing_is_changed(
    people: People, at_work: Callable[..., Client], match: Match
) -> None:
    begin_maintenance(actor=None, why="w", expected_until=timezone.now() + timedelta(minutes=10))
    seat = match.seats.get(number=match.turn_seat)
    client, url = browser_of(str(seat.user), people), f"/tables/{match.pk}/move/"
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert "The site is being worked on." in page
    refused = client.post(url, {"number": 1, "bid": 1})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "120")
    part = client.post(url, {"number": 1, "bid": 1}, headers={"HX-Request": "true"})
    assert (part.status_code, 'hx-swap-oob="beforeend"' in part.content.decode()) == (200, True)
    assert client.post("/tables/new/").status_code == 503
    assert client.post("/i18n/setlang/", {"language": "de"}).status_code == 302
    assert not match.moves.exists()
    assert at_work("administrator").get("/admin/").status_code == 200
    end_maintenance(actor=None, why="w")
    client.post(url, {"number": 1, "bid": 1})
    assert match.moves.count() == 1


def test_the_switch_is_in_the_admin_and_in_the_shell(at_work: Callable[..., Client], match: Match) -> None:
    client = at_work("administrator")
    client.post("/admin/games/maintenance/add/", {"expected_until_0": "", "expected_until_1": "", "why": "an update"})
    match.refresh_from_db()
    assert match.paused_at is not None
    with pytest.raises(AlreadySo):
        begin_maintenance(actor=None, why="w")
    with pytest.raises(CommandError):
        call_command("maintenance", "on")
    call_command("maintenance", "off", why="done")
    match.refresh_from_db()
    assert match.paused_at is None
