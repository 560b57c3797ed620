"""Matches and reports in words for staff: what those at the table could know, and nothing more."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import StaffAct, User
from accounts.staff.services.trace import trace
from games.engine import legal_moves
from games.models import Match, PlayedMove, Report
from games.moderation.services import moderate_match
from games.moderation.services.reports import Subject, report
from games.play.services.moves import play_move
from games.staff_pages.way import taken_back
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db
AtWork = Callable[..., Client]


def play(match: Match, count: int) -> None:
    for _ in range(count):
        match.refresh_from_db()
        state = match.read_state()
        play_move(match_id=match.pk, seat=state.turn, move=legal_moves(state)[0], number=match.number + 1)
    match.refresh_from_db()


def page_of(client: Client, match: Match, query: str = "") -> str:
    return client.get(f"/admin/games/match/{match.pk}/change/{query}").content.decode()


def test_the_log_is_told_in_sentences_and_leafed_through(people: People, match: Match, at_work: AtWork) -> None:
    play(match, 40)
    client = at_work()
    page = page_of(client, match)
    assert "<b>grace</b> " in page.partition("What happened")[2]
    oldest = min(line.number for line in client.get(page_url(match)).context["page"].happened if line.number)
    assert oldest == 11
    assert f"?before={oldest}" in page
    older = page_of(client, match, f"?before={oldest}")
    assert ">10</span>" in older
    assert f"?before={oldest}" in page_of(client, match, "?before=odd")


def test_an_entry_tells_how_long_the_table_waited_for_it(people: People, match: Match, at_work: AtWork) -> None:
    play(match, 3)
    first = match.moves.get(number=1)
    for number, seconds in ((2, 1), (3, 1 + 4 * 60)):
        match.moves.filter(number=number).update(played_at=first.played_at + timedelta(seconds=seconds))
    client = at_work()
    entries = {line.number: line for line in client.get(page_url(match)).context["page"].happened if line.number}
    assert [entries[number].way.seconds for number in (1, 2, 3)] == [0, 1, 240]
    ways = re.findall(r"<dt>took</dt>\s*<dd>\s*([^<]+?)\s*</dd>", page_of(client, match))
    assert [way.replace("\xa0", " ") for way in ways] == ["4 minutes", "1 s"], "nobody waited for the first"


def test_an_entry_tells_who_answered_what_it_followed_and_whether_it_stands(
    people: People, match: Match, at_work: AtWork
) -> None:
    play(match, 5)
    seats = list(match.moves.order_by("number").values_list("seat", flat=True))
    match.moves.filter(number=2).update(by_ai=True)
    match.moves.filter(number=4).update(entry=[seats[3], "undo", 1], events=[])
    match.moves.filter(number=5).update(key="house.4", by_order=True, forced=True)
    client = at_work()
    ways = {line.number: line.way for line in client.get(page_url(match)).context["page"].happened if line.number}
    names = dict(match.seats.values_list("number", "user__username"))
    told = [ways[number].answered_by for number in (2, 3, 5)]
    assert told == [f"an AI in place of {names[seats[1]]}", names[seats[2]], "the team"]
    assert [ways[number].taken_back_by for number in (1, 2, 3, 4, 5)] == [None, None, 4, None, None]
    page = " ".join(re.sub(r"<[^>]+>", " ", page_of(client, match)).split())
    assert "as entry 3 taken back by entry 4" in page
    assert "when entry 4 took moves back" in page


def test_what_took_an_entry_back_is_told_on_an_older_page_too() -> None:
    entries = [(7, [0, "undo", 2]), (6, [0, "bid", 3]), (5, [1, "undo", 1]), (4, [1, "place"]), (3, [1, "place"])]
    assert taken_back(entries) == {6: 7, 4: 5, 3: 7}


def page_url(match: Match) -> str:
    return f"/admin/games/match/{match.pk}/change/"


@pytest.mark.parametrize("role", ["helper", "moderator", "administrator"])
def test_no_purse_no_hidden_tile_and_no_order_stand_on_the_page(
    people: People, table: Tables, at_work: AtWork, role: str
) -> None:
    match = begin(people, table, "grace", "hedy")
    play(match, 6)
    PlayedMove.objects.filter(match=match).update(forced=True, by_order=True)
    state, client = match.read_state(), at_work(role)
    page = page_of(client, match)
    players = str(client.get(page_url(match)).context["page"].players)
    assert not [amount for amount in state.money if f"${amount}M" in players]
    assert "order" not in page.partition("<main")[2].partition("What happened")[2].partition("</section>")[0]
    assert "only" not in page.partition("What happened")[2].partition("</section>")[0]
    assert match.commitment in page
    assert bytes(match.secret).hex() not in page


def test_who_answers_together_is_not_told(people: People, table: Tables, at_work: AtWork) -> None:
    match = begin(people, table, "grace", "hedy", auctions=Match.Auctions.TOGETHER)
    assert match.awaited
    page = page_of(at_work(), match)
    assert page.count("0 of 3 have answered") == 3
    assert "desk-table__acts" not in page


def test_what_the_team_did_stands_in_the_log_and_in_the_trace(match: Match, staff: Staff, at_work: AtWork) -> None:
    said = {"why": "the host asks", "note": "Back soon."}
    moderate_match.pause_match(actor=staff(), match_id=match.pk, **said)
    page = page_of(at_work(), match)
    assert "Back soon." in page
    assert "paused match: “the host asks”" in " ".join(page.split())
    assert "the host asks" not in page_of(at_work("helper"), match)  # who may not read the trace


def test_the_history_and_the_recent_actions_are_the_trace(match: Match, staff: Staff, at_work: AtWork) -> None:
    moderate_match.pause_match(actor=staff(), match_id=match.pk, why="the host asks", note="")
    client = at_work()
    for url in (f"/admin/games/match/{match.pk}/history/", "/admin/"):
        assert "the host asks" in client.get(url).content.decode()
    helper = at_work("helper")
    for url in (f"/admin/games/match/{match.pk}/history/", "/admin/"):
        assert "the host asks" not in helper.get(url).content.decode()
    trace(actor=User.objects.get(username="helper"), verb="look", why="my own", target=match)
    assert "my own" in helper.get(f"/admin/games/match/{match.pk}/history/").content.decode()


@pytest.fixture
def reported(people: People, match: Match) -> Report:
    play(match, 4)
    say(match=match, user=people("ada"), text="Good luck!")
    line = say(match=match, user=people("grace"), text="canary-words")
    about = Subject(about=people("grace"), match=match, line=line)
    return report(reporter=people("ada"), subject=about, kind="abuse", words="Every time.")


def test_a_report_shows_its_context_as_people_saw_it(reported: Report, people: People, at_work: AtWork) -> None:
    page = at_work().get(f"/admin/games/report/{reported.pk}/change/").content.decode()
    assert "“Every time.”" in page
    line = page.partition("as-seen__line")[2].partition("</li>")[0]
    assert "canary-words" in line
    assert "Good luck!" not in line
    assert "<b>" in page.partition("What happened meanwhile")[2].partition("</ol>")[0]
    assert "ada and grace have sat together once." in page
    for way in (f"chatline/{reported.line_id}/do/remove", f"user/{people('grace').pk}/do/mute", "do/close/"):
        assert way in page


def test_words_to_begin_with_come_in_the_language_of_whoever_reads_them(
    reported: Report, people: People, at_work: AtWork
) -> None:
    User.objects.filter(username__in=["ada", "grace"]).update(language="de")
    client = at_work()
    form = client.get(f"/admin/games/report/{reported.pk}/do/close/?words=upheld").context["form"]
    assert form.initial["answer"].startswith("Hallo ada")
    form = client.get(f"/admin/accounts/user/{people('grace').pk}/do/warning/?words=insults").context["form"]
    assert form.initial["message"].startswith("Hallo grace")
    assert client.get(f"/admin/games/report/{reported.pk}/do/close/?words=odd").context["form"].initial == {}


def several(people: People, count: int = 3) -> list[Report]:
    return [
        report(reporter=people(f"r{number}"), subject=Subject(about=people("ada")), kind="abuse", words="")
        for number in range(count)
    ]


def settle(client: Client, reports: list[Report], **more: Any) -> Any:
    chosen = {"action": "settle_several", "_selected_action": [row.pk for row in reports]}
    return client.post("/admin/games/report/", {**chosen, **more})


def test_several_reports_are_settled_at_once_and_each_reporter_is_answered(people: People, at_work: AtWork) -> None:
    reports, client = several(people), at_work()
    asked = settle(client, reports)
    assert asked.status_code == 200
    assert asked.content.decode().count('name="_selected_action"') == 3
    assert settle(client, reports, outcome="same", answer="", why="one case").status_code == 422
    settle(client, reports, outcome="same", answer="Dealt with, thank you.", why="one case")
    assert set(Report.objects.values_list("outcome", "answer")) == {("same", "Dealt with, thank you.")}
    assert StaffAct.objects.filter(verb="close report", why="one case").count() == 3


def test_what_somebody_else_settled_meanwhile_is_left_alone(people: People, staff: Staff, at_work: AtWork) -> None:
    reports, client = several(people), at_work()
    settle(client, reports[:1], outcome="nothing", answer="First.", why="w")
    answer = settle(client, reports, outcome="same", answer="Second.", why="w")
    assert answer.status_code == 302
    assert sorted(Report.objects.values_list("answer", flat=True)) == ["First.", "Second.", "Second."]


def test_several_reports_are_claimed_at_once(people: People, at_work: AtWork) -> None:
    reports, client = several(people), at_work("helper")
    chosen = {"action": "claim_several", "_selected_action": [row.pk for row in reports]}
    client.post("/admin/games/report/", chosen)
    assert set(Report.objects.values_list("claimed_by__username", flat=True)) == {"helper"}
