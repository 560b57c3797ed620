"""The pages for supervisors."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts.models import Letter, User
from config.health import Latest
from games.models import Heartbeat, Match
from tests.games.conftest import People, Tables, people, table
from tests.games.matches import begin

__all__ = ["people", "table"]


@pytest.fixture(autouse=True)
def _nobody_has_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Latest, "was_ready", True)


@pytest.fixture
def awake(db: None) -> None:
    Heartbeat.objects.create(pk=1)


@pytest.mark.usefixtures("awake")
def test_a_site_where_nothing_is_late_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    found = response.json()
    assert (response.status_code, found["ready"]) == (200, True)
    assert found["database"]["figure"].endswith("ms")
    assert found["oldest due turn"] == {"ok": True, "figure": None}
    assert found["sweep"]["figure"] < 60


@pytest.mark.usefixtures("awake")
def test_a_site_without_its_database_is_not_ready(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["database"] == {"ok": False, "figure": "away"}


@pytest.mark.django_db
def test_a_site_that_nobody_sweeps_is_not_ready(client: Client) -> None:
    assert client.get("/readyz").json()["sweep"] == {"ok": False, "figure": "never"}
    Heartbeat.objects.create(pk=1, beat_at=timezone.now() - timedelta(hours=1))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["sweep"]["ok"]) == (503, False)


@pytest.mark.django_db
def test_what_is_wrong_is_logged_in_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/readyz")
    assert caplog.messages == ["Not ready: sweep (never)"]


@pytest.mark.django_db
def test_each_time_that_the_site_is_no_longer_ready_is_one_error(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        Heartbeat.objects.all().delete()
        client.get("/readyz")
        client.get("/readyz")
        client.get("/readyz")
        Heartbeat.objects.create(pk=1)
        client.get("/readyz")
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING", "WARNING"] * 2


@pytest.mark.usefixtures("awake")
def test_mail_that_stays_lying_is_told(client: Client) -> None:
    user = User.objects.create_user("ada")
    due_at = timezone.now() - timedelta(minutes=10)
    Letter.objects.create(user=user, kind="games.my_turn", event="turn/1/1", due_at=due_at)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["oldest letter"]["figure"] > 590


@pytest.mark.usefixtures("awake")
def test_a_live_deadline_that_nobody_answers_is_told_within_a_minute(
    client: Client, people: People, table: Tables
) -> None:
    match = begin(people, table, "grace")
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.LIVE, deadline_at=a_minute_ago, ai_due_at=None)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["oldest deadline"]["ok"]) == (503, False)


@pytest.mark.usefixtures("awake")
def test_an_answer_of_an_ai_that_nobody_gives_is_told(client: Client, people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now() - timedelta(minutes=1))
    found = client.get("/readyz").json()["oldest due turn"]
    assert (found["ok"], found["figure"] >= 60) == (False, True)


@pytest.mark.usefixtures("awake")
def test_without_redis_the_site_says_so(client: Client) -> None:
    assert client.get("/readyz").json()["redis"] == {"ok": True, "figure": "not used"}
