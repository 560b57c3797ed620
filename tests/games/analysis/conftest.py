"""A short match, looked at quickly: all that is found, but not by many matches in thought."""

import json

import pytest
from django.test import Client

from games.ai import forecast, hindsight, lot_worth
from games.ai.analysis import analyse
from games.analysis.services import content_of
from games.history.services import import_record
from games.history.timeline import timeline_of_record
from games.models import MatchAnalysis
from tests.games.analysis.records import SHORT


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, but not often."""
    look_quickly(monkeypatch)


def look_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lot_worth, "PAIRS", 2)
    monkeypatch.setattr(hindsight, "GLANCE", ((2, 0.0),))
    monkeypatch.setattr(hindsight, "PROOF", ((2, 0.02),))
    monkeypatch.setattr(hindsight, "SURE", 0.5)
    monkeypatch.setattr(forecast, "ROLLOUTS", 2)
    monkeypatch.setattr(forecast.forecast, "__kwdefaults__", {"knows_all": False, "rollouts": 2})
    monkeypatch.setattr(forecast.look_ahead, "__kwdefaults__", {"rollouts": 2})


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
