"""What collectors read, and who may."""

from datetime import timedelta
from math import inf

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from games.models import Backup
from games.operations.pulse import Pulse
from games.render_cache import RenderCache
from tests.games.conftest import people, table
from tests.games.matches import begin

__all__ = ["people", "table"]
pytestmark = pytest.mark.django_db
TOKEN = {"Authorization": "Bearer a-token-of-some-length"}


@pytest.fixture(autouse=True)
def token(settings) -> None:
    settings.METRICS_TOKEN = "a-token-of-some-length"


def test_without_a_token_set_there_is_no_such_page(client: Client, settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("brought", ["", "Bearer ", "Bearer another", "a-token-of-some-length"])
def test_whoever_brings_no_token_or_another_is_refused(client: Client, brought: str) -> None:
    assert client.get("/metrics", headers={"Authorization": brought}).status_code == 401


def test_every_process_is_told_of_with_what_it_counted(client: Client, people, table) -> None:
    begin(people, table, "grace")
    metrics.pushes.observe(0.03)
    Pulse("web", version="1.2.3").beat()
    Pulse("worker", version="1.2.3").beat()
    answer = client.get("/metrics", headers=TOKEN)
    found = {family.name: family for family in text_string_to_metric_families(answer.content.decode())}
    assert {sample.labels["kind"] for sample in found["dreamfactory_memory_bytes"].samples} == {"web", "worker"}
    assert {sample.labels["queue"] for sample in found["dreamfactory_oldest_due_seconds"].samples} >= {
        "ai",
        "mails",
        "analyses",
        "inspections",
    }
    assert found["dreamfactory_tables_now"].samples[0].value == 1
    told = {"moves", "push_seconds", "drawings", "sweeps", "sockets", "letters", "errors"}
    assert {f"dreamfactory_{name}" for name in told} <= set(found)
    assert any(sample.name.endswith("_bucket") for sample in found["dreamfactory_push_seconds"].samples)


def test_the_age_of_the_latest_backup_is_told_and_none_is_older_than_any(client: Client) -> None:
    assert age_of_backup(client) == inf
    for days in (3, 1):
        Backup.objects.create(made_at=timezone.now() - timedelta(days=days), name=f"{days}.zip", bytes=1)
    assert 86_400 <= age_of_backup(client) < 86_500


def age_of_backup(client: Client) -> float:
    told = client.get("/metrics", headers=TOKEN).content.decode()
    found = {family.name: family for family in text_string_to_metric_families(told)}
    return found["dreamfactory_backup_age_seconds"].samples[0].value


def test_no_name_or_secret_of_anybody_is_among_it(client: Client, people, table) -> None:
    match = begin(people, table, "grace")
    Pulse("web", version="1").beat()
    told = client.get("/metrics", headers=TOKEN).content.decode()
    assert "grace" not in told
    assert bytes(match.secret).hex() not in told


def test_a_cache_counts_what_it_made_and_what_was_there() -> None:
    cache = RenderCache()
    for _ in range(3):
        cache("a", lambda: "drawn")
    assert (cache.made, cache.hits) == (1, 2)


def test_the_version_is_told_with_the_rules_that_are_known(client: Client) -> None:
    told = client.get("/version").json()
    assert told["version"].startswith("0.")
    assert told["rules"] in told["known_rules"]


def test_what_has_not_happened_yet_is_told_of_as_nothing() -> None:
    """Otherwise the first failure would be no rise of anything, and nobody would be alarmed."""
    told = {
        (sample.name, sample.labels.get("outcome"))
        for family in metrics.REGISTRY.collect()
        for sample in family.samples
    }
    assert {("dreamfactory_letters_total", "failed"), ("dreamfactory_sweeps_total", "failed")} <= told
