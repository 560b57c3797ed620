"""Beat, which rings for work that falls due, and stops when asked."""

import sys
from pathlib import Path

from tests.processes import started
from tests.waiting import PATIENCE

ASKED_WHILE_FINALIZING = """
import os, signal
from celery.apps.beat import Beat
from celery.beat import Scheduler
from config.celery import app

class Finalized:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)

class AskedToStop(Scheduler):
    def tick(self):
        Finalized()
        return 3600

Beat(app=app, scheduler_cls=AskedToStop).run()
"""


def test_beat_stops_though_asked_while_an_object_is_finalized(tmp_path: Path) -> None:
    nobody = {"REDIS_URL": "redis://127.0.0.1:1"}
    with started([sys.executable, "-c", ASKED_WHILE_FINALIZING], tmp_path / "beat", **nobody) as beat:
        assert beat.process.wait(PATIENCE) == 0
        assert "Traceback" not in beat.said()
