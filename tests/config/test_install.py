"""The install: once, whole, and by one at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from config import install

Commands = list[list[str]]


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    lock = tmp_path / "requirements.lock"
    lock.write_text("nothing==1\n")
    return lock


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A folder that looks like an environment."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(sys.executable)
    return venv


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What the install would run."""
    commands: Commands = []
    monkeypatch.setattr(install, "run", commands.append)
    return commands


def test_it_installs_by_hash_and_leaves_a_stamp(venv: Path, lock: Path, commands: Commands) -> None:
    install.main(venv, lock)
    assert "--require-hashes" in commands[-1]
    assert install.is_current(venv, lock)


def test_the_second_time_it_does_nothing(venv: Path, lock: Path, commands: Commands) -> None:
    install.main(venv, lock)
    commands.clear()
    install.main(venv, lock)
    assert commands == []


def test_another_lock_file_is_installed_into_the_same_environment(venv: Path, lock: Path, commands: Commands) -> None:
    install.main(venv, lock)
    commands.clear()
    lock.write_text("nothing==2\n")
    install.main(venv, lock)
    assert commands
    assert "--clear" not in commands[0]


def test_an_interrupted_install_starts_anew(venv: Path, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: Commands = []

    def interrupt(command: list[str]) -> None:
        commands.append(command)
        if "pip" in command and len(commands) < 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(install, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        install.main(venv, lock)
    assert not install.is_current(venv, lock)
    install.main(venv, lock)
    assert "--clear" in commands[2]
    assert install.is_current(venv, lock)


def test_an_environment_whose_python_is_gone_is_made_anew(venv: Path, lock: Path, commands: Commands) -> None:
    install.main(venv, lock)
    commands.clear()
    (venv / "bin/python").unlink()
    (venv / "bin/python").symlink_to(venv / "gone")
    install.main(venv, lock)
    assert "--clear" in commands[0]


def test_of_two_at_once_one_waits_and_finds_it_done(venv: Path, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: Commands = []
    both = threading.Barrier(2, timeout=0.2)

    def run(command: list[str]) -> None:
        commands.append(command)
        with pytest.raises(threading.BrokenBarrierError):
            both.wait()  # nobody else comes in here
        both.reset()

    monkeypatch.setattr(install, "run", run)
    threads = [threading.Thread(target=install.main, args=(venv, lock)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(commands) == 2


def test_a_failing_step_is_told_in_one_line(project: Path) -> None:
    with pytest.raises(SystemExit, match="The install stopped at"):
        install.run([sys.executable, "-c", "raise SystemExit(1)"])


def test_too_old_a_python_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "OLDEST_PYTHON", (99, 0))
    with pytest.raises(SystemExit, match=r"Python 99\.0 or newer is needed"):
        install.complain_about_this_python()


def test_a_missing_venv_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="python3-venv"):
        install.complain_about_this_python()


def test_it_runs_on_the_standard_library_alone(project: Path) -> None:
    code = "import sys; sys.path.insert(0, 'config'); import install; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=project, check=False).returncode == 0
