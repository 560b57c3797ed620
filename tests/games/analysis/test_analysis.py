"""What is found in a match afterwards: chances that add up, worth that can be paid, mistakes beyond the noise."""

import json
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.ai import analysis, forecast
from games.ai.analysis import Chance, LotWorth, Mistake, analyse, balance
from games.ai.forecast import forecast as foresee
from games.analysis.services import ask_analysis, is_anything_due, make_next
from games.engine import view
from games.history.services import import_record
from games.history.timeline import timeline_of_record
from games.models import MatchAnalysis
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin, finish

KEPT = Path(__file__).parents[2] / "records"
SHORT = sorted(KEPT.glob("dream-factory-2009-2*.json"))[0]


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, but not often."""
    monkeypatch.setattr(analysis, "PAIRS", 2)
    monkeypatch.setattr(forecast, "ROLLOUTS", 2)
    monkeypatch.setattr(forecast.forecast, "__kwdefaults__", {"knows_all": False, "rollouts": 2})


@pytest.fixture(scope="module")
def states():
    return timeline_of_record(json.loads(SHORT.read_text())).states


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


def test_every_location_and_every_lot_is_looked_at(states):
    found = list(analyse(states, seed="test"))
    chances = [one for one in found if isinstance(one, Chance)]
    lots = [one for one in found if isinstance(one, LotWorth)]
    assert len(chances) == 4 * 8 + 1
    assert len(lots) == 4 * 6
    purses = {lot.number: max(max(state.money) for state in states) for lot in lots}
    assert all(0 <= lot.worth <= purses[lot.number] for lot in lots)
    assert all(lot.winner != lot.rival for lot in lots)
    assert found == list(analyse(states, seed="test"))


def test_the_parts_of_a_result_add_up():
    chances = [Chance(0, 1, 0, (0.4, 0.6), (1.6, 1.4)), Chance(9, 4, 7, (1.0, 0.0), (1, 2))]
    mistakes = [Mistake(3, 1, "passed", 4, 7, 0.2)]
    for one in balance(chances, mistakes):
        assert one.deal + one.decisions + one.rivals + one.luck == pytest.approx(one.result)
    assert balance(chances, mistakes)[1].decisions == -0.2
    assert balance(chances, mistakes)[0].rivals == 0.2


def test_the_command_gives_it_as_data(capsys):
    call_command("analyse", str(SHORT), "--json")
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"edition", "seats", "chances", "lots", "mistakes", "balance"}
    assert len(told["chances"][0]["win"]) == 2
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
    assert "Being analysed: 0 %" in client.get(f"/tables/{match.pk}/analysis/").content.decode()
    assert is_anything_due()
    assert make_next()
    assert not make_next()
    row = MatchAnalysis.objects.get()
    assert (row.status, row.percent) == ("done", 100)
    page = Client().get(f"/tables/{match.pk}/analysis/").content.decode()
    assert page.count("<polygon") == 4
    assert "Price against worth" in page
    assert "hx-trigger" not in page
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
