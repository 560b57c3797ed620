"""AI turns in the one-process mode, where Celery's worker has one thread: slow thoughts keep nobody waiting."""

import threading
from collections.abc import Iterator

import pytest

from config.celery import app
from config.embedded import EmbeddedWorker
from games.ai.brain import Thought
from games.models import Match
from games.play.services import ai_turns, brains
from games.thinking.question import Question
from games.thinking.waiters import Waiters
from tests.ai_matches import open_matches
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.xdist_group("embedded"), pytest.mark.django_db(transaction=True)]


class Pondering:
    """Thinkers who answer when the test lets them."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked: list[str] = []

    def ask(self, question: Question) -> Thought:
        self.asked.append(question.level)
        assert self.gate.wait(PATIENCE)
        return Thought(question.options[0])


@pytest.fixture
def pondering(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pondering]:
    """With waiters of their own, which have come to rest when the test is over."""
    thinkers, busy, over = Pondering(), [], threading.Event()

    def work() -> bool:
        busy.append(threading.current_thread())
        try:
            return not over.is_set() and ai_turns._run_slow_turn()
        finally:
            busy.pop()

    waiters = Waiters(2, work)
    monkeypatch.setattr(brains, "thinkers", lambda: thinkers)
    monkeypatch.setattr(ai_turns, "waiters", lambda: waiters)
    yield thinkers
    over.set()
    thinkers.gate.set()
    wait_until(lambda: not busy, "rest")


@pytest.fixture
def worker() -> Iterator[EmbeddedWorker]:
    worker = EmbeddedWorker(app)
    worker.start()
    assert worker.ready.wait(PATIENCE)
    yield worker
    worker.stop()


def moves(match: Match) -> int:
    match.refresh_from_db()
    return match.number


def test_while_a_mogul_thinks_the_others_play(worker: EmbeddedWorker, pondering: Pondering) -> None:
    open_matches("dream-factory-2009", 1, ["mogul", "mogul"])
    wait_until(lambda: pondering.asked == ["mogul"], "a mogul that thinks")
    open_matches("dream-factory-2009", 1, ["trainee", "assistant"])
    slow, quick = Match.objects.order_by("pk")
    wait_until(lambda: moves(quick) >= 10, "ten moves of the others")
    assert (moves(slow), pondering.asked) == (0, ["mogul"])
    Match.objects.filter(pk=quick.pk).update(status=Match.Status.FINISHED)
    pondering.gate.set()
    wait_until(lambda: moves(slow) >= 2, "an answer of the moguls")
