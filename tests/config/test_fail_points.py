"""Places where a test lets a process die: never anywhere else."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config import fail_points
from tests.processes import ROOT, clean_environment
from tests.waiting import PATIENCE

DIE = "import django; django.setup(); from config import fail_points; fail_points.reach('commit-push'); print('alive')"


def run(**environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", DIE]
    known = clean_environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"} | environment
    return subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_whoever_comes_by_first_dies_and_the_next_lives(tmp_path: Path) -> None:
    (tmp_path / fail_points.COMMIT_PUSH).touch()
    assert run(FAIL_POINTS=str(tmp_path)).returncode == -signal.SIGKILL
    assert run(FAIL_POINTS=str(tmp_path)).stdout == "alive\n"


@pytest.mark.parametrize("site", [{"SITE_URL": "https://play.example"}, {"HOST": "0.0.0.0"}])
def test_a_site_for_others_refuses_to_have_any(tmp_path: Path, site: dict[str, str]) -> None:
    done = run(FAIL_POINTS=str(tmp_path), SECRET_KEY="a key that is long enough for the length of a test only", **site)
    assert done.returncode != 0
    assert "FAIL_POINTS is for tests" in done.stderr


def test_without_the_setting_nothing_is_looked_for(settings, monkeypatch) -> None:
    settings.FAIL_POINTS = ""
    monkeypatch.setattr(Path, "unlink", lambda *given: pytest.fail("a file was looked for"))
    fail_points.reach(fail_points.THINK_APPLY)
