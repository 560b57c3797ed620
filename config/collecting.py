"""What Prometheus and its like read: figures of every process of the site, and of the site as a whole.

Any web process can be asked: each process writes what it counted into a row every ten seconds, so the answer is the
same everywhere and holds workers, which nobody can ask. `process` says whose figures they are.
"""

from collections.abc import Iterator
from math import inf

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config.metrics import PREFIX, REGISTRY
from games.models import Backup, Process
from games.operations.queues import all_backlogs
from games.operations.sampling import living, tables_now


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell all figures to whoever brings the token; without one set there is no such page."""
    if not settings.METRICS_TOKEN:
        raise Http404
    brought = request.headers.get("Authorization", "")
    if not constant_time_compare(brought, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse("A token is asked for.\n", "text/plain", 401, headers={"WWW-Authenticate": "Bearer"})
    found = CollectorRegistry()
    found.register(ProcessGauges())
    found.register(Site())
    return HttpResponse(generate_latest(found), content_type=CONTENT_TYPE_LATEST)


class ProcessGauges(Collector):
    """What processes have counted, each from its start."""

    def collect(self) -> Iterator[Metric]:
        """Give every figure with the process that it is of."""
        processes = living()
        yield from self.weights(processes)
        for family in REGISTRY.collect():
            told = Metric(family.name, family.documentation, family.type)
            names = {f"{family.name}{end}" for end in ("", "_total", "_bucket", "_count", "_sum")}
            for process in processes:
                for name, labels, value in process.figures:
                    if name in names:
                        told.add_sample(name, {**labels, **named(process)}, value)
            yield told

    def weights(self, processes: list[Process]) -> Iterator[Metric]:
        """Give what each weighs, since when it runs, and in which version."""
        memory = Metric(f"{PREFIX}_memory_bytes", "Memory in use", "gauge")
        started = Metric(f"{PREFIX}_start_seconds", "When it was started", "gauge")
        for process in processes:
            memory.add_sample(memory.name, named(process), process.memory)
            version = {**named(process), "version": process.version}
            started.add_sample(started.name, version, process.started_at.timestamp())
        yield from (memory, started)


def named(process: Process) -> dict[str, str]:
    """Return the labels that tell processes apart."""
    return {"process": f"{process.host}:{process.pid}", "kind": process.kind}


class Site(Collector):
    """How the queues stand, and how many play."""

    def collect(self) -> Iterator[Metric]:
        """Ask the database once for each queue."""
        age = GaugeMetricFamily(f"{PREFIX}_oldest_due_seconds", "Age of the oldest due work", labels=["queue"])
        late = GaugeMetricFamily(f"{PREFIX}_late", "Due work that has waited too long", labels=["queue"])
        for backlog in all_backlogs():
            age.add_metric([backlog.queue.name], backlog.oldest or 0.0)
            late.add_metric([backlog.queue.name], backlog.late)
        yield from (age, late)
        for name, count in tables_now().items():
            yield GaugeMetricFamily(f"{PREFIX}_{name}_now", f"Now: {name}", value=count)
        yield GaugeMetricFamily(f"{PREFIX}_backup_age_seconds", "Age of the latest backup", value=age_of_backup())


def age_of_backup() -> float:
    """Return how old the latest backup is; where none was ever made none is older: then, too, an alarm goes off."""
    latest = Backup.objects.values_list("made_at", flat=True).first()
    return inf if latest is None else (timezone.now() - latest).total_seconds()
