"""Reports: what is kept with them, who may make and see them, and what comes of them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.leaving.services import delete_account
from accounts.models import StaffAct, User
from games.models import Match, Report
from games.moderation.selectors import reports_for, seal_of
from games.moderation.services.reports import MOST_IN_A_DAY, NotYours, Subject, claim_report, close_report, report
from games.moderation.urls import urlpatterns
from games.takeout import belongings_of
from games.talk.conversation import report_url
from games.talk.services import say
from tests.games.conftest import People
from tests.games.lobby.test_permissions import LOG_IN, WHO, browser_of
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db
ABUSE = {"kind": "abuse", "words": "Look at this."}


def subject_of(match: Match, people: People, kind: str) -> Subject:
    line = say(match=match, user=people("ada"), text="canary-words")
    if kind == "line":
        return Subject(about=people("ada"), match=match, line=line)
    return Subject(match=match) if kind == "match" else Subject(about=people("ada"))


@pytest.mark.parametrize("kind", ["person", "line", "match"])
def test_what_stood_around_it_is_kept(people: People, match: Match, kind: str) -> None:
    match.moves.create(number=1, seat=0, entry=[0, "pass"], events=[])
    made = report(reporter=people("grace"), subject=subject_of(match, people, kind), **ABUSE)
    if kind == "person":
        assert made.context == {}
        return
    match.chat_lines.all().delete()
    made.refresh_from_db()
    assert [row["text"] for row in made.context["talk"]] == ["canary-words"]
    assert [row["entry"] for row in made.context["moves"]] == [[0, "pass"]]
    assert [row["name"] for row in made.context["seats"]] == ["ada", "grace"]
    assert made.context["deadline_at"]


def test_a_report_has_its_pages_without_script(people: People, match: Match) -> None:
    line = say(match=match, user=people("ada"), text="canary-words")
    client = browser_of("grace", people)
    for url in ("/people/ada/report/", report_url(line), f"/tables/{match.pk}/report/"):
        assert client.get(url).status_code == 200
        assert client.post(url, {}).status_code == 422
        assert client.post(url, ABUSE).headers["Location"] == "/reports/"
    assert Report.objects.count() == 3
    assert "Look at this." in client.get("/reports/").content.decode()


def test_somebody_at_a_match_can_be_named(people: People, match: Match) -> None:
    said = {**ABUSE, "kind": "stalling", "about": people("ada").pk}
    browser_of("grace", people).post(f"/tables/{match.pk}/report/", said)
    assert (Report.objects.get().about, Report.objects.get().match) == (people("ada"), match)
    other = browser_of("grace", people).post(f"/tables/{match.pk}/report/", {**said, "about": people("hedy").pk})
    assert other.status_code == 422


def test_the_same_again_is_the_same_report_and_a_flood_is_refused(people: People, match: Match) -> None:
    client = browser_of("grace", people)
    for _ in range(2):
        client.post("/people/ada/report/", ABUSE)
    assert Report.objects.count() == 1
    for number in range(MOST_IN_A_DAY + 3):
        people(f"p{number}x")
        client.post(f"/people/p{number}x/report/", ABUSE)
    assert Report.objects.count() == MOST_IN_A_DAY


def test_nobody_reports_themselves(people: People) -> None:
    answer = browser_of("ada", people).post("/people/ada/report/", ABUSE)
    assert (answer.status_code, Report.objects.count()) == (422, 0)


def test_only_whoever_was_shown_a_line_can_speak_of_it(people: People, match: Match) -> None:
    line = say(match=match, user=people("ada"), text="canary-words")
    client = browser_of("hedy", people)
    for seal in (str(line.pk), f"{line.pk}:x", seal_of(line) + "x", seal_of(line).replace(str(line.pk), "999", 1)):
        assert client.get(f"/talk/{seal}/report/").status_code == 404


def test_a_line_has_a_way_to_be_reported_for_those_who_may(people: People, match: Match, guest: User) -> None:
    line = say(match=match, user=people("ada"), text="Hello")
    ways = {name: report_url(line) in page(match, client) for name, client in readers(people, guest).items()}
    assert ways == {"ada": False, "grace": True, "hedy": True, "guest": False, "stranger": False}


def readers(people: People, guest: User) -> dict[str, Client]:
    of_guest = Client()
    of_guest.force_login(guest)
    return {
        **{name: browser_of(name, people) for name in ("ada", "grace", "hedy")},
        "guest": of_guest,
        "stranger": Client(),
    }


def page(match: Match, client: Client) -> str:
    return client.get(f"/tables/{match.pk}/talk/").content.decode()


def test_a_report_is_claimed_settled_and_answered(people: People, staff: Staff, at_work: Callable[..., Client]) -> None:
    made = report(reporter=people("grace"), subject=Subject(about=people("ada")), **ABUSE)
    client = at_work("helper")
    client.post(f"/admin/games/report/{made.pk}/do/claim/")
    client.post(f"/admin/games/report/{made.pk}/do/note/", {"note": "third time"})
    said = {"outcome": "sanctioned", "answer": "Thank you, we have acted.", "why": "insults in the talk"}
    assert client.post(f"/admin/games/report/{made.pk}/do/close/", said).status_code == 302
    made.refresh_from_db()
    assert (made.claimed_by, made.note, made.outcome, made.is_open) == (
        staff("helper"),
        "third time",
        "sanctioned",
        False,
    )
    assert "Thank you, we have acted." in browser_of("grace", people).get("/reports/").content.decode()
    acts = StaffAct.objects.order_by("pk").values_list("verb", "person", "target")
    assert list(acts) == [
        (verb, people("ada").pk, f"games.report/{made.pk}") for verb in ("claim report", "note report", "close report")
    ]


def test_the_queue_shows_open_ones_first_and_how_often(people: People, at_work: Callable[..., Client]) -> None:
    for name in ("grace", "hedy", "fritz"):
        report(reporter=people(name), subject=Subject(about=people("ada")), **ABUSE)
    rows = at_work().get("/admin/games/report/").context["cl"].result_list
    assert [(str(row.reporter), row.times_reported) for row in rows] == [("grace", 3), ("hedy", 3), ("fritz", 3)]
    assert at_work().get("/admin/games/report/?state=closed").context["cl"].result_count == 0
    assert "3 open reports" in at_work().get("/admin/").content.decode()


@pytest.mark.parametrize("part", ["about", "reporter", "seat"])
def test_nobody_decides_about_their_own_case(people: People, staff: Staff, match: Match, part: str) -> None:
    moderator = staff()
    about = moderator if part == "about" else people("ada")
    made = report(
        reporter=moderator if part == "reporter" else people("hedy"),
        subject=Subject(about=about, match=match),
        **ABUSE,
    )
    if part == "seat":
        match.seats.filter(user=people("grace")).update(user=moderator)
    assert not reports_for(moderator).exists()
    for deed in (claim_report, lambda **said: close_report(**said, outcome="nothing", answer="a", why="w")):
        with pytest.raises(NotYours):
            deed(actor=moderator, report_id=made.pk)


def test_who_leaves_is_forgotten_by_what_is_settled(people: People, staff: Staff, match: Match) -> None:
    subject = Subject(about=people("ada"), match=match)
    open_one, settled = (report(reporter=people(name), subject=subject, **ABUSE) for name in ("grace", "hedy"))
    close_report(actor=staff(), report_id=settled.pk, outcome="nothing", answer="Thank you.", why="w")
    delete_account(user=people("ada"))
    delete_account(user=people("grace"))
    assert [bool(row.context) for row in Report.objects.order_by("pk")] == [True, False]
    assert Report.objects.get(pk=open_one.pk).words == ""
    close_report(actor=staff(), report_id=open_one.pk, outcome="nothing", answer="Thank you.", why="w")
    assert not Report.objects.get(pk=open_one.pk).context


def test_what_somebody_reported_is_theirs_to_take_along(people: People) -> None:
    report(reporter=people("grace"), subject=Subject(about=people("ada")), **ABUSE)
    assert belongings_of(people("grace"))["reports"][0]["words"] == "Look at this."
    assert belongings_of(people("ada"))["reports"] == []


REPORT = (LOG_IN, 200, 200, 200, 200, 200, 200, 200)
ADDRESSES: dict[str, tuple[Any, ...]] = {
    "my-reports": REPORT,
    "report-person": REPORT,
    "report-line": REPORT,
    "report-match": REPORT,
}


def test_everybody_with_an_account_can_report_what_they_see(people: People, match: Match) -> None:
    line = say(match=match, user=people("ada"), text="Hello")
    places = {"report-person": ["grace"], "report-line": [seal_of(line)], "report-match": [match.pk]}
    for name, expected in ADDRESSES.items():
        url, got = reverse(name, args=places.get(name, [])), []
        for who in WHO:
            answer = browser_of(who, people).get(url)
            asked = answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
            got.append(LOG_IN if asked else answer.status_code)
        assert tuple(got) == expected, name


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)
