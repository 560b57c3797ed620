"""Words for everybody, maintenance, and address bans."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.admin.person_file import shared_addresses
from accounts.models import AddressBan, Announcement, Sighting, StaffAct, User
from accounts.staff.services.addresses import (
    CannotBan,
    ban_address,
    expect_may_ban,
    forget_old_sightings,
    lift_address_ban,
    network_of,
    people_seen_at,
    read_network,
)
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
TEXTS = {"en": "Season two begins", "fr": "La saison deux commence", "de": "Die zweite Saison beginnt"}


def announced(**more: Any) -> Announcement:
    now = timezone.now()
    said = {"texts": TEXTS, "begins_at": now, "ends_at": now + timedelta(days=1), **more}
    return Announcement.objects.create(**said)


def test_an_announcement_is_on_every_page_in_the_readers_language_until_it_ends(people: People) -> None:
    announced()
    for path in ("/", "/lobby/", "/rules/", "/account/login/"):
        assert "Season two begins" in Client().get(path).content.decode()
    page = Client().get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "Die zweite Saison beginnt" in page
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        assert "Season two begins" not in Client().get("/").content.decode()


def test_an_announcement_waits_for_its_time_and_can_be_put_away() -> None:
    later = announced(begins_at=timezone.now() + timedelta(hours=1))
    assert "Season two begins" not in Client().get("/").content.decode()
    Announcement.objects.filter(pk=later.pk).delete()
    row = announced()
    client = Client()
    assert client.post(f"/announcements/{row.pk}/dismiss/", {"next": "/lobby/"}).headers["Location"] == "/lobby/"
    assert "Season two begins" not in client.get("/").content.decode()
    assert "Season two begins" in Client().get("/").content.decode()


def test_a_cookie_that_nobody_of_ours_wrote_harms_no_page() -> None:
    row, client = announced(), Client()
    client.cookies["heard"] = f"{'9' * 5_000}.x..{row.pk}"
    assert "Season two begins" not in client.get("/").content.decode()


def test_announcements_are_asked_for_once_for_many_pages(django_assert_max_num_queries: Any) -> None:
    announced()
    Client().get("/rules/")
    with django_assert_max_num_queries(0):
        Client().get("/rules/")


def test_an_announcement_is_made_in_the_admin_in_all_languages(at_work: Callable[..., Client]) -> None:
    now = timezone.now()
    said = {
        **{f"text_{language}": text for language, text in TEXTS.items()},
        **{"level": "info", "begins_at_0": f"{now:%Y-%m-%d}", "begins_at_1": f"{now:%H:%M:%S}"},
        **{"ends_at_0": f"{now + timedelta(days=2):%Y-%m-%d}", "ends_at_1": "12:00:00", "why": "the season"},
    }
    client = at_work()
    assert client.post("/admin/accounts/announcement/add/", {**said, "text_fr": ""}).status_code == 200
    assert client.post("/admin/accounts/announcement/add/", said).status_code == 302
    row = Announcement.objects.get()
    assert row.texts == TEXTS
    changed = client.post(f"/admin/accounts/announcement/{row.pk}/change/", {**said, "text_en": "Season 2"})
    assert changed.status_code == 302
    act = StaffAct.objects.get(verb="change announcement")
    assert (act.before["texts"]["en"], act.after["texts"]["en"]) == ("Season two begins", "Season 2")


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


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9/32"),
    ],
)
def test_an_address_stands_for_its_household(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    "network", ["nonsense", "10.0.0.1", "127.0.0.1", "::1", "5.6.0.0/16", "2a00:1:2::/32", "224.0.0.1", "0.0.0.0/0"]
)
def test_what_would_hit_the_wrong_people_is_not_banned(network: str) -> None:
    with pytest.raises(CannotBan):
        read_network(network)


def test_nobody_bans_themselves_or_for_ever(staff: Staff) -> None:
    with pytest.raises(CannotBan):
        expect_may_ban("5.6.7.0/24", own="5.6.7.8/32")
    for days in (-1, 91):
        with pytest.raises(CannotBan):
            ban_address(actor=staff(), network="5.6.7.8", reason="r", ends_at=timezone.now() + timedelta(days=days))


@pytest.mark.parametrize("address", ["5.6.7.8", "2a00:1:2:3::77"])
def test_newcomers_are_kept_out_and_who_has_an_account_comes_in(people: People, staff: Staff, address: str) -> None:
    ada = people("ada")
    ada.set_password("a long sentence")
    ada.save()
    banned = "2a00:1:2:3::1" if ":" in address else address
    ban = ban_address(actor=staff(), network=banned, reason="floods", ends_at=timezone.now() + timedelta(days=7))
    for path in ("/try/", "/account/signup/"):
        refused = Client(REMOTE_ADDR=address).post(path)
        assert (refused.status_code, "Registration is closed for your network" in refused.content.decode()) == (
            403,
            True,
        )
    assert Client(REMOTE_ADDR="9.9.9.9").post("/try/").status_code == 302
    entered = Client(REMOTE_ADDR=address).post("/account/login/", {"login": "ada", "password": "a long sentence"})
    assert entered.status_code == 302
    lift_address_ban(actor=staff(), ban_id=ban.pk, why="quiet again")
    assert Client(REMOTE_ADDR=address).post("/try/").status_code == 302
    assert list(StaffAct.objects.order_by("pk").values_list("verb", flat=True)) == ["ban address", "lift address ban"]


def test_the_admin_bans_by_the_service(at_work: Callable[..., Client]) -> None:
    client, said = at_work(), {"network": "5.6.7.8", "reason": "floods", "days": "7"}
    own = client.post("/admin/accounts/addressban/add/", said, REMOTE_ADDR="5.6.7.8")
    assert (own.status_code, AddressBan.objects.count()) == (200, 0)
    assert client.post("/admin/accounts/addressban/add/", said).status_code == 302
    assert StaffAct.objects.get().after["network"] == "5.6.7.8/32"


def test_several_accounts_are_seen_by_their_address(people: People, at_work: Callable[..., Client]) -> None:
    for name, address in (("ada", "5.6.7.8"), ("grace", "5.6.7.8"), ("hedy", "5.6.7.9")):
        Sighting.objects.create(user=people(name), network=network_of(address))
    assert [[str(row.user) for row in seen.others] for seen in shared_addresses(people("ada"))] == [["grace"]]
    assert people_seen_at(read_network("5.6.7.0/24")) == 3
    file = at_work().get(f"/admin/accounts/user/{people('ada').pk}/file/").content.decode()
    assert "5.6.7.8/32" in file
    assert "5.6.7.8/32" not in at_work("helper").get(f"/admin/accounts/user/{people('ada').pk}/file/").content.decode()


def test_addresses_are_remembered_at_the_log_in_and_forgotten(people: People) -> None:
    Client(REMOTE_ADDR="5.6.7.8").post("/try/")
    assert Sighting.objects.get().network == "5.6.7.8/32"
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        forget_old_sightings()
    assert not Sighting.objects.exists()
    assert User.objects.exists()
