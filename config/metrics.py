"""What a process counts of its own work. Counting costs a microsecond; who wants to know asks `config/collecting.py`.

Each process counts for itself from its start, and writes what it counted into a row of its own every few seconds
(`games/operations/pulse.py`), so that any web process can tell of all of them, workers included.
"""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()
PREFIX: Final = "dreamfactory"

# Seconds up to which pushes, brains, pages and tasks are counted together.
PUSH_STEPS: Final = (0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25)
THOUGHT_STEPS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
WORK_STEPS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


def _counter(name: str, words: str, *labels: str) -> Counter:
    return Counter(f"{PREFIX}_{name}", words, labels, registry=REGISTRY)


def _histogram(name: str, words: str, steps: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"{PREFIX}_{name}", words, labels, buckets=steps, registry=REGISTRY)


moves: Final = _counter("moves", "Entries of matches that were stored", "by")
pushes: Final = _histogram("push_seconds", "From hearing of a change until every page here was sent it", PUSH_STEPS)
thoughts: Final = _histogram("thought_seconds", "How long brains thought", THOUGHT_STEPS, "level")
pages: Final = _histogram("page_seconds", "How long pages took to be made", WORK_STEPS, "method", "status")
tasks: Final = _histogram("task_seconds", "How long tasks took", WORK_STEPS, "task")
sweeps: Final = _counter("sweeps", "Sweeps, and parts of them that failed", "outcome")
letters: Final = _counter("letters", "Letters that went out, or did not", "outcome")
errors: Final = _counter("errors", "Lines of the log that tell of an error", "logger")
sockets: Final = Gauge(f"{PREFIX}_sockets", "Open sockets", registry=REGISTRY)

# Looked up once: these are counted where every millisecond is.
moves_by_people: Final = moves.labels("people")
moves_by_ai: Final = moves.labels("ai")

# What has not happened yet is told of as nothing: otherwise the first failure would be no rise of anything.
for _outcome in ("done", "failed"):
    sweeps.labels(_outcome)
for _outcome in ("sent", "not wanted", "refused", "failed"):
    letters.labels(_outcome)
