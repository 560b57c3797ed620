"""A process for work that nobody waits for is started once at a time, again once it has ended, and leaves no orphan."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from config.nice_process import NiceProcess
from tests.processes import ROOT
from tests.waiting import wait_until

LASTING = "import time\n\ndef main():\n    print('at work', flush=True)\n    time.sleep(60)\n"
# As one of the worker's processes, which ignores being asked to stop.
OWNER = """
import signal, sys, time
from pathlib import Path
from django.conf import settings
from config.nice_process import NiceProcess

signal.signal(signal.SIGTERM, signal.SIG_IGN)
settings.configure(BASE_DIR=Path(sys.argv[1]))
process = NiceProcess("anything")
process.start()
print(process.running.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site's commands lie."""
    settings.BASE_DIR = tmp_path
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # whose manage.py comes after that of the folder
    return tmp_path


@pytest.fixture
def process() -> Iterator[NiceProcess]:
    process = NiceProcess("anything")
    yield process
    if process.is_running():
        assert process.running is not None
        process.running.kill()
        process.running.wait(30)
        process.is_running()  # lets it go


def test_it_is_nicer_and_can_be_started_again_once_it_has_ended(folder: Path, process: NiceProcess) -> None:
    (folder / "manage.py").write_text(
        "import os, sys\n\ndef main():\n    open('told', 'a').write(f'{os.nice(0)} {sys.argv[1]} ')\n"
    )
    for _ in range(2):
        process.start()
        assert process.running is not None
        assert process.running.wait(30) == 0
    assert (folder / "told").read_text().split() == [str(min(os.nice(0) + 15, 19)), "anything"] * 2


def test_one_that_still_runs_is_not_started_again(folder: Path, process: NiceProcess) -> None:
    (folder / "manage.py").write_text(LASTING)
    process.start()
    first = process.running
    assert first is not None
    process.start()
    assert process.running is first


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_it_ends_with_whoever_started_it(folder: Path, how: signal.Signals) -> None:
    (folder / "manage.py").write_text(LASTING)
    command = [sys.executable, "-c", OWNER, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as owner:
        assert owner.stdout is not None
        child = psutil.Process(int(owner.stdout.readline()))
        assert owner.stdout.readline() == "at work\n"
        owner.send_signal(how)
        owner.wait(30)
        wait_until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE, "the end of an orphan")
