"""Matches by rules that this program does not know: kept, closed, and begun again where they are known."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.leaving.services import delete_account
from accounts.mail.services import deliver_due
from accounts.models import Letter
from games.engine import Bid, RecordRefused
from games.engine.state import RULES_VERSION
from games.history.records import with_record
from games.history.services import import_record
from games.lobby.selectors import tables_of
from games.models import ImportedRecord, Match
from games.moderation.services.moderate_match import end_without_result
from games.play.refusals import UnknownRules
from games.play.selectors.ai_turns import due_turns
from games.play.services.ai_turns import answer
from games.play.services.deadlines import pass_deadlines
from games.play.services.moves import play_move, take_back_for_all, undo
from games.play.verification import verify_match
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import browser_of
from tests.games.matches import begin, finish
from tests.games.play.closed_matches import UNKNOWN, over, running
from tests.moderation.conftest import Staff, at_work, staff

__all__ = ["at_work", "over", "running", "staff"]

pytestmark = pytest.mark.django_db
RECORD = Path(__file__).parents[2] / "records" / "dream-factory-2009-2-kept-000000.json"


def test_it_is_nobodys_turn(people: People, running: Match) -> None:
    assert not any(match.my_turn for name in ("ada", "grace") for match in tables_of(people(name)))  # type: ignore[attr-defined]


def test_an_export_leaves_it_out(people: People, table: Tables, over: Match) -> None:
    known = finish(begin(people, table, "grace"))
    assert list(with_record(Match.objects.all())) == [known]


def test_the_door_is_closed_to_moves_undo_and_moderators_taking_back(running: Match) -> None:
    for act in (
        lambda: play_move(match_id=running.pk, seat=1, move=Bid(2), number=2),
        lambda: undo(match_id=running.pk, seat=0, number=2),
        lambda: take_back_for_all(match_id=running.pk, count=1),
    ):
        with pytest.raises(UnknownRules):
            act()


def test_no_ai_answers_and_no_deadline_passes_and_all_have_their_time_when_it_is_known_again(running: Match) -> None:
    given = running.deadline_at - running.asked_at
    Match.objects.filter(pk=running.pk).update(ai_due_at=timezone.now() - timedelta(minutes=1))
    assert due_turns(is_quick=True, at_most=9) == []
    assert not answer(match_id=running.pk, number=2)
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        sweep()
        assert pass_deadlines() == 0
        assert not running.seats.exclude(stood_in_since=None).exists()
        running.refresh_from_db()
        assert running.deadline_at == timezone.now() + given


def test_a_sweep_that_meets_it_does_everything_else(running: Match, table: Tables, caplog: Any) -> None:
    other = table("hedy", size=2, ai_levels=("trainee",))
    late = timezone.now() - timedelta(minutes=1)
    Match.objects.filter(pk__in=[running.pk, other.pk]).update(ai_due_at=late)
    state = other.read_state()
    Match.objects.filter(pk=other.pk).update(turn_seat=1, state=F("state"))
    state.turn = 1
    other.refresh_from_db()
    other.write_state(state)
    other.save(update_fields=["state", "turn_seat"])
    sweep()
    assert other.moves.exists()
    assert "A sweep failed" not in caplog.text


def test_nobody_is_written_to_about_it(running: Match, mailoutbox: list[Any]) -> None:
    Letter.objects.update(due_at=timezone.now())
    assert Letter.objects.exists()
    deliver_due()
    assert mailoutbox == []


def test_it_is_verified_as_far_as_it_can_be_and_said_so(running: Match, over: Match, capsys: Any) -> None:
    assert verify_match(running) == verify_match(over) == []
    call_command("verify", "--all")
    assert capsys.readouterr().out.splitlines()[-1] == "2 checked, 0 broken, 2 by rules that are not known here"
    Match.objects.filter(pk=over.pk).update(number=F("number") + 1)
    assert [broken.invariant for broken in verify_match(Match.objects.get(pk=over.pk))] == ["I1"]


def test_staff_look_at_it_and_can_end_it(running: Match, over: Match, at_work: Any, staff: Staff) -> None:
    for role in ("helper", "moderator", "administrator"):
        client = at_work(role)
        for match in (running, over):
            assert client.get(f"/admin/games/match/{match.pk}/change/").status_code in (200, 302, 403)
        assert client.get("/admin/games/match/").status_code in (200, 403)
        assert client.get("/admin/").status_code == 200
    end_without_result(actor=staff(), match_id=running.pk, why="nobody waits for it")
    assert "does not know" in Client().get(running.get_absolute_url()).content.decode()


def test_somebody_who_played_there_can_leave_for_good(people: People, running: Match, over: Match) -> None:
    delete_account(user=people("grace"))
    assert running.seats.exclude(conceded_at=None).count() == 1
    sweep()
    assert not running.moves.filter(number__gt=1).exists()


def test_a_record_by_such_rules_is_refused_in_words(people: People) -> None:
    record = json.loads(RECORD.read_text()) | {"rules": UNKNOWN}
    with pytest.raises(RecordRefused, match="this version of the rules is not known here"):
        import_record(owner=people("ada"), raw=json.dumps(record).encode())


def test_an_imported_record_whose_rules_are_not_known_any_more_says_so(people: People) -> None:
    imported = import_record(owner=people("ada"), raw=RECORD.read_bytes(), title="From afar")
    ImportedRecord.objects.update(record=imported.record | {"rules": UNKNOWN})
    for client in (Client(), browser_of("ada", people)):
        for address in (imported.get_absolute_url(), f"{imported.get_absolute_url()}3/"):
            page = client.get(address)
            assert page.status_code == 200
            assert "From afar" in page.content.decode()
            assert "does not know" in page.content.decode()
    assert browser_of("ada", people).get(reverse("records")).status_code == 200


def test_a_table_that_was_open_before_the_rules_changed_begins_by_those_of_today(people: People, table: Tables) -> None:
    opened = table(size=2, pace=Match.Pace.SLOW, decision_seconds=86400)
    Match.objects.filter(pk=opened.pk).update(rules=UNKNOWN)
    browser_of("grace", people).post(reverse("table-join", args=[opened.pk]))
    opened.refresh_from_db()
    assert (opened.status, opened.rules, opened.read_state().setup.rules) == ("running", RULES_VERSION, RULES_VERSION)


def test_a_match_goes_on_by_the_rules_it_began_with_after_an_upgrade(
    people: People, table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(people, table, "grace", host_begins=True)
    monkeypatch.setattr("games.play.services.moves.RULES_VERSION", RULES_VERSION + 1)  # of a program that knows both
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    match.refresh_from_db()
    assert (match.number, match.rules, match.read_state().setup.rules) == (1, RULES_VERSION, RULES_VERSION)
    assert verify_match(match) == []
    newer = begin(people, table, "grace", title="Sequel")
    assert newer.rules == RULES_VERSION + 1
