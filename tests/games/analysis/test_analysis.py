"""What is found in a match afterwards: chances that add up, worth that can be paid, mistakes beyond the noise."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.ai import analysis, forecast, hindsight
from games.ai.analysis import Chance, LotWorth, Mistake, analyse, balance
from games.ai.forecast import forecast as foresee
from games.ai.hindsight import CostlyDecision, WeighedAnswer
from games.analysis.geometry import DESK, spread
from games.analysis.services import ask_analysis, content_of, is_anything_due, make_next
from games.engine import apply, view
from games.engine.moves import from_entry
from games.engine.record import read_setup
from games.engine.state import OVER
from games.history.services import import_record
from games.history.timeline import timeline_of_record
from games.models import Match, MatchAnalysis
from games.play.services.positions import play_through
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin, finish

KEPT = Path(__file__).parents[2] / "records"
SHORT = sorted(KEPT.glob("dream-factory-2009-2*.json"))[0]


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, but not often."""
    look_quickly(monkeypatch)


def look_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "PAIRS", 2)
    monkeypatch.setattr(hindsight, "GLANCE", ((2, 0.0),))
    monkeypatch.setattr(hindsight, "PROOF", ((2, 0.02),))
    monkeypatch.setattr(hindsight, "SURE", 0.5)
    monkeypatch.setattr(forecast, "ROLLOUTS", 2)
    monkeypatch.setattr(forecast.forecast, "__kwdefaults__", {"knows_all": False, "rollouts": 2})


@pytest.fixture(scope="module")
def timeline():
    return timeline_of_record(json.loads(SHORT.read_text()))


@pytest.fixture(scope="module")
def states(timeline):
    return timeline.states


@pytest.fixture(scope="module")
def found(timeline):
    """What a quick look finds: once for all who ask."""
    with pytest.MonkeyPatch.context() as quick:
        look_quickly(quick)
        return list(analyse(timeline.states, timeline.standing_entries(), seed="test"))


def test_chances_add_up_and_the_end_is_certain(states):
    for state in states[:: len(states) // 5]:
        found = foresee(state, Random(1))
        assert sum(found.win) == pytest.approx(1)
        assert sum(found.place) == pytest.approx(3)  # of two seats
    assert sorted(foresee(states[-1], Random(1)).win) == [0, 1]


def test_what_is_hidden_changes_no_forecast(states):
    state = states[30]
    twin = with_other_secrets(state, None, Random(3))
    assert foresee(state, Random(1)) == foresee(twin, Random(1))
    assert view(state, None).state.setup.deal == view(twin, None).state.setup.deal


def test_every_location_and_every_lot_is_looked_at(timeline, states, found):
    chances = [one for one in found if isinstance(one, Chance)]
    lots = [one for one in found if isinstance(one, LotWorth)]
    assert len(chances) == 4 * 8 + 1
    assert len(lots) == 4 * 6
    purses = {lot.number: max(max(state.money) for state in states) for lot in lots}
    assert all(0 <= lot.worth <= purses[lot.number] for lot in lots)
    assert all(lot.winner != lot.rival for lot in lots)
    again = analyse(states, timeline.standing_entries(), seed="test")
    assert [next(again) for _ in range(9)] == found[:9]


def test_what_was_taken_back_is_not_looked_at(timeline):
    """A lot was sold, moderators took it all back, and it went as in the record: of the first sale nothing is told."""
    record = json.loads(SHORT.read_text())
    standing = timeline.entries[:40]
    undone = 25
    entries = [*standing[:undone], [standing[undone - 1][0], "undo", undone], *standing]
    states = tuple(play_through(read_setup(record), entries))
    assert states[undone].sales
    told = list(analyse(states, [*[None] * (undone + 1), *standing], seed="test"))
    plainly = list(analyse(timeline.states[:41], standing, seed="test"))
    shift = undone + 1
    assert [one.number for one in told if isinstance(one, LotWorth)] == [
        one.number + shift for one in plainly if isinstance(one, LotWorth)
    ]
    assert [one.win for one in told if isinstance(one, Chance)] == [
        one.win for one in plainly if isinstance(one, Chance)
    ]


def test_every_mistake_has_a_better_answer_that_can_be_stepped_through(timeline, states, found):
    mistakes = [one for one in found if isinstance(one, Mistake)]
    assert mistakes
    for mistake in mistakes:
        verdict = mistake.verdict
        before, best = states[verdict.number - 1], verdict.answers[0]
        played = next(answer for answer in verdict.answers if answer.is_played)
        assert played.entry == timeline.entries[verdict.number - 1]
        assert verdict.seat == before.turn
        assert not best.is_played
        assert best.win[verdict.seat] - played.win[verdict.seat] == pytest.approx(verdict.cost, abs=0.002)
        assert sum(verdict.swing) == pytest.approx(0, abs=0.01)
        for answer in verdict.answers:
            state = before
            for entry in answer.line:
                assert (state.quarter, state.location) == (mistake.quarter, mistake.location)
                state = apply(state, *from_entry(entry)).state
            assert answer.line[0] == answer.entry
            assert state.phase == OVER or (state.quarter, state.location) != (mistake.quarter, mistake.location)


def test_worth_and_chances_never_contradict_each_other(states, found):
    for mistake in (one for one in found if isinstance(one, Mistake)):
        purse = states[mistake.verdict.number - 1].money[mistake.seat]
        assert mistake.worth <= max(purse, mistake.price)
        if mistake.kind == "passed":
            assert mistake.worth > mistake.price
        if mistake.kind == "overpaid":
            assert mistake.worth < mistake.price


def test_what_is_hidden_changes_no_verdict(timeline, states):
    """The same question on a deal that looks the same to everybody."""
    question = next(iter(hindsight.decisions_worth_a_look(states, timeline.standing_entries(), range(60, 200))))
    twin = list(states)
    twin[question.asked_after] = with_other_secrets(states[question.asked_after], None, Random(3))
    one, other = (hindsight.judge(table, question, Random(1)) for table in (states, twin))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [answer.win for answer in one.answers] == [answer.win for answer in other.answers]


def test_the_parts_of_a_result_add_up():
    chances = [Chance(0, 1, 0, (0.4, 0.6), (1.6, 1.4)), Chance(9, 4, 7, (1.0, 0.0), (1, 2))]
    answers = [WeighedAnswer([1, "bid", 5], (0.3, 0.7), False, []), WeighedAnswer([1, "pass"], (0.5, 0.5), True, [])]
    mistakes = [Mistake(1, 4, "passed", 4, 7, CostlyDecision(3, 1, answers, 0.2, (0.2, -0.2)))]
    for one in balance(chances, mistakes):
        assert one.decisions + one.rivals + one.luck == pytest.approx(one.result)
    assert balance(chances, mistakes)[1].decisions == -0.2
    assert balance(chances, mistakes)[0].rivals == 0.2


def test_the_command_gives_it_as_data(capsys):
    call_command("analyse", str(SHORT), "--json")
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"edition", "seats", "chances", "lots", "mistakes", "balance"}
    assert len(told["chances"][0]["win"]) == 2
    assert {"kind", "cost", "answers", "swing", "worth", "price"} <= told["mistakes"][0].keys()
    assert {"entry", "win", "line", "is_played"} == told["mistakes"][0]["answers"][0].keys()
    call_command("analyse", str(SHORT))
    assert "better:" in capsys.readouterr().out
    with pytest.raises(CommandError, match="refused"):
        call_command("analyse", __file__)
    with pytest.raises(CommandError, match="name a match record"):
        call_command("analyse")


@pytest.mark.django_db
def test_a_match_is_analysed_once_and_shown(people, table):
    match = finish(begin(people, table, "grace", host_begins=True))
    client = Client()
    client.force_login(people("ada"))
    assert "Analyse this match" in client.get(f"/tables/{match.pk}/analysis/").content.decode()
    for _ in range(2):
        client.post(f"/tables/{match.pk}/analysis/ask/")
    assert "Being analysed: move 0 of" in client.get(f"/tables/{match.pk}/analysis/").content.decode()
    assert is_anything_due()
    assert make_next()
    assert not make_next()
    row = MatchAnalysis.objects.get()
    assert (row.status, row.percent) == ("done", 100)
    page = Client().get(f"/tables/{match.pk}/analysis/").content.decode()
    assert page.count("<polygon") == 4  # two seats, on a desk and on a phone
    assert "Price against worth" in page
    assert "hx-trigger" not in page
    assert "Winning chances" in page
    assert f"/tables/{match.pk}/analysis/" in client.get(f"/tables/{match.pk}/replay/0/").content.decode()


@pytest.mark.django_db
def test_nothing_is_told_of_a_match_in_play(people, table):
    match = begin(people, table, "grace")
    client = Client()
    client.force_login(people("ada"))
    assert client.get(f"/tables/{match.pk}/analysis/").status_code == 404
    assert client.post(f"/tables/{match.pk}/analysis/ask/").status_code == 404


@pytest.mark.django_db
def test_an_imported_record_is_analysed_too(people):
    imported = import_record(owner=people("ada"), raw=SHORT.read_bytes())
    ask_analysis(imported=imported)
    call_command("analyse", "--due")
    page = Client().get(f"/records/{imported.token}/analysis/").content.decode()
    assert "Winning chances" in page


@pytest.mark.django_db
def test_what_cannot_be_read_keeps_nothing_else_waiting(people, table):
    broken, whole = (finish(begin(people, table, "grace")) for _ in range(2))
    broken.moves.filter(number=5).update(entry=[0, "bid", 99])
    for match in (broken, whole):
        ask_analysis(match=match)
    call_command("analyse", "--due")
    assert list(MatchAnalysis.objects.order_by("pk").values_list("status", flat=True)) == ["failed", "done"]
    ask_analysis(match=broken)
    assert is_anything_due()


@pytest.fixture
def analysed(people, found):
    """The address of an analysis that is done."""
    imported = import_record(owner=people("ada"), raw=SHORT.read_bytes())
    MatchAnalysis.objects.create(imported=imported, status="done", percent=100, content=content_of(found))
    return f"/records/{imported.token}/analysis/"


@pytest.fixture
def reader(people):
    client = Client()
    client.force_login(people("ada"))
    return client


@pytest.mark.django_db
def test_the_first_answer_comes_with_the_question(people, table):
    match = finish(begin(people, table, "grace"))
    row = ask_analysis(match=match)
    assert len(row.content["chances"]) == 1
    assert sum(row.content["chances"][0]["win"]) == pytest.approx(1)
    assert row.status == "due"


@pytest.mark.django_db
def test_what_was_not_looked_at_is_not_said_to_have_cost_nothing(people, table, reader):
    match = finish(begin(people, table, "grace"))
    row = ask_analysis(match=match)
    assert "Not looked at yet" in reader.get(f"/tables/{match.pk}/analysis/").content.decode()
    row.status = "done"
    row.save(update_fields=["status"])
    assert "Nothing to regret here" in reader.get(f"/tables/{match.pk}/analysis/").content.decode()


@pytest.mark.django_db
def test_whoever_came_by_a_link_asks_by_it(people, table):
    match = finish(begin(people, table, "grace"))
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    reader = Client()
    reader.force_login(people("alan"))
    here, link = f"/tables/{match.pk}/analysis/", f"?token={match.invite_token}"
    assert reader.get(here).status_code == 404
    assert f'action="{here}ask/{link}"' in reader.get(here + link).content.decode()
    assert reader.post(f"{here}ask/").status_code == 404
    assert reader.post(f"{here}ask/{link}")["Location"] == here + link


@pytest.mark.django_db
def test_nobody_floods_the_queue(people, table, reader, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"ask_analysis": "1/h/user"}
    ask = f"/tables/{finish(begin(people, table, 'grace')).pk}/analysis/ask/"
    assert reader.post(ask).status_code == 302
    assert reader.post(ask).status_code == 429


@pytest.mark.django_db
def test_a_decision_is_told_stepped_into_and_asked_anew(analysed, reader):
    mistake = MatchAnalysis.objects.get().content["mistakes"][0]
    here = f"{analysed}?at={mistake['number'] - 1}"
    told = reader.get(here).content.decode()
    assert "after each answer" in told
    assert f"{here}&amp;answer=0&amp;step=1" in told
    assert "Play on from here" in told
    inside = reader.get(f"{here}&answer=0&step=1").content.decode()
    assert "If instead:" in inside
    beyond = reader.get(f"{here}&answer=0&step=999").content.decode()
    assert "Back to what was played" in beyond
    asked = reader.get(f"{here}&learn=1").content.decode()
    assert "What would you do" in asked
    assert "Winning chances" not in asked
    assert "mistake, " not in asked
    answered = reader.get(f"{here}&learn=1&guess=0").content.decode()
    assert "the best answer" in answered


@pytest.mark.django_db
@pytest.mark.parametrize("said", ["at=99999", "at=x", "at=5&answer=9", "at=0&learn=1", "guess=7", "lots=1", "at=%00"])
def test_any_address_gets_an_answer(analysed, reader, said):
    assert reader.get(f"{analysed}?{said}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_three_sentences_add_up(analysed, reader, language):
    reader.cookies["django_language"] = language
    page = reader.get(analysed).content.decode()
    sums = re.findall(r'class="verdicts__sum[^"]*">\s*([^<]*?)\s*<', page)
    start, end = map(int, sums[0].split("→"))
    parts = [int(one.replace("−", "-").replace("+", "")) for one in sums[1:]]
    assert start + sum(parts) == end


def test_marks_that_would_touch_move_aside_and_keep_their_order():
    places = spread([100, 100, 101, 400], 20, DESK)
    assert places == sorted(places)
    assert all(after - before >= 20 for before, after in pairwise(places))
    assert places[3] == 400
    assert spread([DESK.right] * 3, 20, DESK)[-1] <= DESK.right
