"""A minute of chaos with every change; `make chaos` takes its time."""

import re
import subprocess
import sys
from random import Random

import pytest

from tests.chaos.faults import FAULTS, draw_faults
from tests.chaos.noise import alarms, unexpected
from tests.processes import ROOT, clean_environment

ONLY = "loses all|commit and answer|kill both webs"
COMMAND = [sys.executable, "-m", "tests.chaos", "--matches", "6", "--faults", "3", "--patience", "3", "--only", ONLY]
LONGEST = 280.0


@pytest.mark.xdist_group("servers")
def test_after_a_few_faults_nothing_is_lost_and_play_goes_on() -> None:
    code, said = run(COMMAND, LONGEST)
    assert code == 0, said
    assert said.rstrip().endswith("all is well")


def run(command: list[str], seconds: float) -> tuple[int, str]:
    """Run to the end, or ask to stop: whoever is killed leaves all its servers behind."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.terminate()
        said, _ = process.communicate()
    return process.returncode, said


def test_a_run_that_takes_too_long_is_asked_to_stop() -> None:
    endless = "trap 'echo stopped; exit 1' TERM; while :; do sleep 0.05; done"
    assert run(["bash", "-c", endless], 2) == (1, "stopped\n")


def test_the_few_faults_are_there() -> None:
    assert len(draw_faults(3, Random(1), ONLY)) == 3
    assert len({fault.name for fault in FAULTS if re.search(ONLY, fault.name)}) == 3


def test_every_fault_comes_before_one_comes_again() -> None:
    drawn = draw_faults(2 * len(FAULTS), Random(3))
    assert {fault.name for fault in drawn[: len(FAULTS)]} == {fault.name for fault in FAULTS}
    assert drawn[: len(FAULTS)] != drawn[len(FAULTS) :]


LOST = "Traceback (most recent call last):\n  File\nAttributeError: x\n\nDuring handling of the above exception, …\n\n"
IN_REDIS = 'Traceback (most recent call last):\n  File "/lib/site-packages/redis/asyncio/connection.py", line 9\n'
BUSY = "RuntimeError: readuntil() called while another coroutine is already waiting for incoming data"
LOCKED = "django.db.utils.OperationalError: deadlock detected"
TRACED = "Traceback (most recent call last):\n  File\n"
WRONG = "redis.exceptions.ResponseError: WRONGTYPE"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Traceback (most recent call last):\n  File\nKeyError: 'seat'\nnext line\n", {"KeyError: 'seat'": 1}),
        (f"{LOST}Traceback (most recent call last):\n  File\ndjango.db.utils.OperationalError: gone\n", {}),
        (f"{LOST}Traceback (most recent call last):\n  File\nValueError: no\n", {"ValueError: no": 1}),
        ("Traceback (most recent call last):\n  File", {}),
        (f"{IN_REDIS}{BUSY}\n", {}),
        (f"Traceback (most recent call last):\n  File\n{BUSY}\n", {BUSY: 1}),
        ("Traceback (most recent call last):\n  File\nredis.exceptions.ResponseError: WRONGTYPE\n", {WRONG: 1}),
        (f"{TRACED}django.db.utils.OperationalError: deadlock detected\n", {LOCKED: 1}),
        (f"{TRACED}TimeoutError: no answer\n", {"TimeoutError: no answer": 1}),
        (f"{IN_REDIS}TimeoutError: no answer\n", {}),
        ("all is quiet\n", {}),
    ],
)
def test_a_traceback_that_is_not_listed_is_found(tmp_path, said, found) -> None:
    log = tmp_path / "log"
    log.write_text(said)
    assert unexpected(log) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("ERROR site: Match 3 cannot be played on (OperationalError: deadlock detected)\n", {"deadlock detected": 1}),
        ("FATAL:  sorry, too many clients already\n" * 2, {"too many clients": 2}),
        ("FATAL:  remaining connection slots are reserved\n", {"remaining connection slots": 1}),
        ("ERROR:  canceling statement due to lock timeout\n", {"lock timeout": 1}),
        ("FATAL:  the database system is starting up\n", {}),
    ],
)
def test_what_a_database_may_never_say_is_found_in_any_log(tmp_path, said, found) -> None:
    log = tmp_path / "log"
    log.write_text(said)
    assert alarms(log) == found
