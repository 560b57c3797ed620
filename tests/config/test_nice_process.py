"""A process for work that nobody waits for is started once at a time, and again once it has ended."""

import os
from pathlib import Path
from typing import Any

import pytest

from config.nice_process import NiceProcess


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Where the site's commands lie."""
    settings.BASE_DIR = tmp_path
    return tmp_path


def test_it_is_nicer_and_can_be_started_again_once_it_has_ended(folder: Path) -> None:
    (folder / "manage.py").write_text("import os\nopen('told', 'a').write(f'{os.nice(0)} ')\n")
    process = NiceProcess("anything")
    for _ in range(2):
        process.start()
        assert process.running is not None
        assert process.running.wait(30) == 0
    assert (folder / "told").read_text().split() == [str(min(os.nice(0) + 15, 19))] * 2


def test_one_that_still_runs_is_not_started_again(folder: Path) -> None:
    (folder / "manage.py").write_text("import time\ntime.sleep(60)\n")
    process = NiceProcess("anything")
    process.start()
    first = process.running
    assert first is not None
    try:
        process.start()
        assert process.running is first
    finally:
        first.kill()
        first.wait(30)
