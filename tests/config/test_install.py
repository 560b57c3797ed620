"""The install: once, whole, and by one at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from config import install

Commands = list[list[str]]


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What running needs; developing needs more."""
    lock, more = tmp_path / "requirements.lock", tmp_path / "requirements-dev.lock"
    lock.write_text("nothing==1\n")
    more.write_text(
        "nothing==1\nsomething==1\nuv==7 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n    # via\nx==1\n"
    )
    monkeypatch.setattr(install, "DEV", more)
    monkeypatch.setattr(install, "SETS", {"run": (lock,), "dev": (more, lock)})
    return lock


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A folder that looks like an environment."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(sys.executable)
    return venv


@pytest.fixture
def uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The machine's own uv, and nothing else on the path."""
    uv = tmp_path / "path/uv"
    uv.parent.mkdir()
    uv.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(uv.parent))
    return uv


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What the install would run."""
    commands: Commands = []

    def succeed(command: list[str]) -> bool:
        commands.append(command)
        return True

    monkeypatch.setattr(install, "succeeds", succeed)
    return commands


def locks_of(commands: Commands) -> list[str]:
    return [Path(command[-1]).name for command in commands if "-r" in command]


def test_it_installs_by_hash_and_leaves_a_stamp(venv: Path, lock: Path, uv: Path, commands: Commands) -> None:
    install.main("run", venv)
    assert "--require-hashes" in commands[-1]
    assert locks_of(commands) == ["requirements.lock"]
    assert install.is_current(venv, lock)


def test_the_second_time_it_does_nothing(venv: Path, lock: Path, uv: Path, commands: Commands) -> None:
    install.main("run", venv)
    commands.clear()
    install.main("run", venv)
    assert commands == []


def test_whoever_can_develop_can_run(venv: Path, lock: Path, uv: Path, commands: Commands) -> None:
    install.main("dev", venv)
    assert locks_of(commands) == ["requirements-dev.lock"]
    commands.clear()
    install.main("run", venv)
    assert commands == []


def test_what_developing_needs_is_added_to_what_running_needs(
    venv: Path, lock: Path, uv: Path, commands: Commands
) -> None:
    install.main("run", venv)
    commands.clear()
    install.main("dev", venv)
    assert locks_of(commands) == ["requirements-dev.lock"]
    assert "--clear" not in commands[0]


def test_another_lock_file_is_installed_into_the_same_environment(
    venv: Path, lock: Path, uv: Path, commands: Commands
) -> None:
    install.main("run", venv)
    commands.clear()
    lock.write_text("nothing==2\n")
    install.main("run", venv)
    assert commands
    assert "--clear" not in commands[0]


def test_uv_installs_where_there_is_one(venv: Path, lock: Path, uv: Path, commands: Commands) -> None:
    install.main("run", venv)
    assert commands[-1][0] == str(uv)
    assert not any("pip" in command and command[0] != str(uv) for command in commands)


def test_where_there_is_none_pip_brings_it_as_it_is_locked(
    venv: Path, lock: Path, uv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = venv / "bin/uv"
    commands: Commands = []

    def bring(command: list[str]) -> bool:
        commands.append(command)
        if command[-1].endswith("uv.lock"):
            uv.rename(brought)
        return True

    monkeypatch.setattr(install, "succeeds", bring)
    monkeypatch.setenv("PATH", str(venv))
    install.main("run", venv)
    assert locks_of(commands) == ["uv.lock", "requirements.lock"]
    assert (venv / "uv.lock").read_text() == "uv==7 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n"
    assert commands[-1][0] == str(brought)


@pytest.mark.parametrize("has_uv", [True, False])
def test_where_uv_cannot_pip_installs(
    venv: Path, lock: Path, uv: Path, monkeypatch: pytest.MonkeyPatch, *, has_uv: bool
) -> None:
    commands: Commands = []

    def refuse(command: list[str]) -> bool:
        commands.append(command)
        return command[0] != str(uv) and not command[-1].endswith("uv.lock")

    monkeypatch.setattr(install, "succeeds", refuse)
    if not has_uv:
        uv.unlink()
    install.main("run", venv)
    assert commands[-1][1:4] == ["-m", "pip", "install"]
    assert commands[-2] == [sys.executable, "-m", "venv", str(venv)]  # which brings pip
    assert install.is_current(venv, lock)


def test_what_nobody_can_install_leaves_no_stamp(
    venv: Path, lock: Path, uv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "succeeds", lambda command: "venv" in command)
    with pytest.raises(SystemExit, match=r"requirements\.lock"):
        install.main("run", venv)
    assert not install.is_current(venv, lock)


def test_an_interrupted_install_starts_anew(venv: Path, lock: Path, uv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: Commands = []

    def interrupt(command: list[str]) -> bool:
        commands.append(command)
        if "pip" in command and len(commands) < 3:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(install, "succeeds", interrupt)
    with pytest.raises(KeyboardInterrupt):
        install.main("run", venv)
    assert not install.is_current(venv, lock)
    install.main("run", venv)
    assert "--clear" in commands[2]
    assert install.is_current(venv, lock)


def test_an_environment_whose_python_is_gone_is_made_anew(venv: Path, lock: Path, uv: Path, commands: Commands) -> None:
    install.main("run", venv)
    commands.clear()
    (venv / "bin/python").unlink()
    (venv / "bin/python").symlink_to(venv / "gone")
    install.main("run", venv)
    assert "--clear" in commands[0]


def test_of_two_at_once_one_waits_and_finds_it_done(
    venv: Path, lock: Path, uv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: Commands = []
    both = threading.Barrier(2, timeout=0.2)

    def run(command: list[str]) -> bool:
        commands.append(command)
        with pytest.raises(threading.BrokenBarrierError):
            both.wait()  # nobody else comes in here
        both.reset()
        return True

    monkeypatch.setattr(install, "succeeds", run)
    threads = [threading.Thread(target=install.main, args=("run", venv)) for _ in range(2)]
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
