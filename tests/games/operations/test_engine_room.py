"""The operator's page: for administrators alone, and its first line says what is wrong."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Letter
from games.models import Backup, BrainFailure, MatchAnalysis, Process, Sample
from tests.accounts.players import logged_in, player
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/engine-room/"
FIGURES = {
    "late": {"mails": 0},
    "oldest": {"mails": 1.0, "ai": 0.2},
    **{"failures": 0, "errors": 0, "people": 3, "tables": 2, "live": 1, "pages": 4, "moves": 9},
}

AtWork = Callable[[str], Client]


@pytest.fixture
def swept(db: None) -> None:
    """A site that is as it should be."""
    Sample.objects.create(at=timezone.now().replace(second=0, microsecond=0), figures=FIGURES)
    Backup.objects.create(name="a.zip", bytes=1_000)


def test_strangers_and_players_do_not_see_it(client: Client) -> None:
    assert client.get(ADDRESS).status_code == 302
    assert logged_in(player("Ada")).get(ADDRESS).status_code in (302, 403)


@pytest.mark.parametrize(("role", "status"), [("helper", 403), ("moderator", 403), ("administrator", 200)])
def test_of_staff_only_administrators_see_it(at_work: AtWork, role: str, status: int) -> None:
    assert at_work(role).get(ADDRESS).status_code == status


def page(at_work: AtWork) -> str:
    return at_work("administrator").get(ADDRESS).content.decode()


@pytest.mark.parametrize(("role", "is_led"), [("helper", False), ("moderator", False), ("administrator", True)])
def test_every_page_of_the_admin_leads_there_whoever_may_see_it(at_work: AtWork, role: str, is_led: bool) -> None:
    whole = at_work(role).get("/admin/games/match/").content.decode()
    bar = whole.partition('class="team-nav"')[2].partition("</nav>")[0]
    assert "Matches" in bar
    assert (ADDRESS in bar) is is_led


@pytest.mark.usefixtures("swept")
def test_a_site_where_nothing_is_late_says_so(at_work: AtWork) -> None:
    assert "Everything is on time, and everybody is there." in page(at_work)


def test_a_site_that_nobody_sweeps_says_so_first(at_work: AtWork) -> None:
    assert "Nobody has ever swept" in page(at_work)


@pytest.mark.usefixtures("swept")
def test_late_mails_are_named_and_players_do_not_wait_for_them(at_work: AtWork, people: People) -> None:
    due = timezone.now() - timedelta(minutes=4)
    Letter.objects.create(user=people("ada"), kind="games.my_turn", event="1", due_at=due)
    shown = page(at_work)
    assert "Mails are late." in shown
    assert "Everything that players wait for is on time." in shown


@pytest.mark.usefixtures("swept")
def test_a_process_that_fell_silent_is_named_with_the_time(at_work: AtWork) -> None:
    Process.objects.create(
        key="1", kind="web", host="here", pid=1, version="1", beat_at=timezone.now() - timedelta(minutes=2)
    )
    assert "Web 1 has not been heard of for 2 min" in page(at_work)


def test_of_several_things_that_are_wrong_each_is_a_sentence(at_work: AtWork) -> None:
    since = timezone.now() - timedelta(minutes=2)
    Process.objects.create(key="1", kind="web", host="here", pid=1, version="1", beat_at=since)
    lede = page(at_work).partition('role="status">')[2].partition("</p>")[0]
    told = re.sub(r"<[^>]+>", "", lede)
    assert "Nobody has ever swept: is there a worker, and a beat? Web 1 has not been heard of" in told


def process(key: str, *, kind: str = "web", port: int = 0, began: timedelta, silent: timedelta, **more: object) -> None:
    now = timezone.now()
    times = {"started_at": now - began, "beat_at": now - silent}
    Process.objects.create(key=key, kind=kind, host="here", pid=1, port=port, version="1", **times, **more)


LONG, HOURS, MINUTES, MOMENT = (timedelta(seconds=seconds) for seconds in (24 * 3600, 20 * 3600, 1800, 5))


@pytest.mark.usefixtures("swept")
def test_a_process_that_died_in_the_night_is_missed_all_day(at_work: AtWork) -> None:
    process("1", port=8001, began=LONG, silent=MOMENT)
    process("2", port=8002, began=LONG, silent=HOURS)
    assert "Web 2 has not been heard of for 20 h" in page(at_work)


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("end", [None, timezone.now()], ids=["that runs", "that said goodbye"])
def test_a_process_that_was_killed_and_started_anew_is_not_missed(at_work: AtWork, end: datetime | None) -> None:
    process("1", port=8001, began=LONG, silent=MINUTES)
    process("2", port=8001, began=MINUTES - MOMENT, silent=MOMENT, stopped_at=end)
    assert "everybody is there" in page(at_work)


@pytest.mark.usefixtures("swept")
def test_one_that_was_started_at_another_port_is_not_in_its_place(at_work: AtWork) -> None:
    process("1", port=8001, began=LONG, silent=HOURS)
    process("2", port=8002, began=HOURS - MOMENT, silent=MOMENT)
    assert "Web 1 has not been heard of for 20 h" in page(at_work)


@pytest.mark.usefixtures("swept")
def test_a_worker_is_missed_though_a_younger_one_that_ran_beside_it_goes_on(at_work: AtWork) -> None:
    process("1", kind="worker", began=LONG, silent=HOURS)
    process("2", kind="worker", began=LONG - MOMENT, silent=MOMENT)
    assert "Worker 1 has not been heard of for 20 h" in page(at_work)


@pytest.mark.usefixtures("swept")
def test_a_process_that_said_goodbye_is_not_missed(at_work: AtWork) -> None:
    gone = timezone.now() - timedelta(minutes=2)
    Process.objects.create(key="1", kind="web", host="here", pid=1, version="1", beat_at=gone, stopped_at=gone)
    assert "Everything is on time" in page(at_work)


@pytest.mark.usefixtures("swept")
def test_failures_of_brains_and_slow_pages_are_listed(at_work: AtWork, people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    BrainFailure.objects.create(match=match, number=3, level="mogul", what="no answer in 5 s")
    now = timezone.now()
    slow = [[now.isoformat(), "GET /rankings/", 2.5, "0123456789abcdef"]]
    errors = [[now.isoformat(), "The cat ate it", 0.0, "-"], [now.isoformat(), "Nobody answers", 0.0, "-", 14]]
    Process.objects.create(key="1", kind="web", host="here", pid=1, version="0.4.1", slow=slow, errors=errors)
    shown = page(at_work)
    assert "no answer in 5 s" in shown
    assert "GET /rankings/" in shown
    assert "<b>The cat ate it</b>" in shown
    assert "<b>Nobody answers (14 ×)</b>" in shown
    assert "0.4.1" in shown


@pytest.mark.usefixtures("swept")
def test_work_in_the_background_that_failed_is_counted(at_work: AtWork, people: People, table: Tables) -> None:
    for ago in (timedelta(minutes=1), timedelta(hours=2), timedelta(days=2)):
        row = MatchAnalysis.objects.create(match=begin(people, table, "grace"), status="failed")
        MatchAnalysis.objects.filter(pk=row.pk).update(claimed_until=timezone.now() - ago)
    shown = page(at_work)
    assert "Analyses: 2 failed" in shown
    assert "They are not tried again" in shown


@pytest.mark.parametrize(("step", "words"), [(0, "9.5"), (5, "1")])
def test_a_thought_of_an_instant_is_told_in_milliseconds(at_work: AtWork, step: int, words: str) -> None:
    """Nobody thinks for 0 s."""
    figures = {**FIGURES, f"thought {step}": 100}
    Sample.objects.create(at=timezone.now().replace(second=0, microsecond=0), figures=figures)
    card = page(at_work).partition("AI thoughts")[2].partition("</section>")[0]
    assert f"{words} <span>{'ms' if step == 0 else 's'}" in " ".join(card.split())


def test_outside_development_a_missing_backup_is_told(at_work: AtWork, settings) -> None:
    settings.DEBUG = False
    Sample.objects.create(at=timezone.now().replace(second=0, microsecond=0), figures=FIGURES)
    assert "Last backup: none was ever made" in page(at_work)


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize(("language", "words"), [("de", "Maschinenraum"), ("fr", "Salle des machines")])
def test_it_speaks_every_language(at_work: AtWork, language: str, words: str) -> None:
    answer = at_work("administrator").get(ADDRESS, headers={"Accept-Language": language})
    assert words in answer.content.decode()


@pytest.mark.usefixtures("swept")
def test_it_takes_few_queries(at_work: AtWork, django_assert_max_num_queries) -> None:
    browser = at_work("administrator")
    browser.get(ADDRESS)
    with django_assert_max_num_queries(40):
        browser.get(ADDRESS)
