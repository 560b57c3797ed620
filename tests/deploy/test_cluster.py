"""What `make cluster` makes of the files that operators are given, and how it starts and stops processes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
import pytest

from config.cluster.__main__ import choose_ports, keep_key, write_down
from config.cluster.processes import Failed, Processes
from config.cluster.proxy import configuration, server_command
from tests.chaos.cluster import listens
from tests.deploy.test_deploy import found
from tests.processes import ROOT, clean_environment, free_port
from tests.waiting import PATIENCE, wait_until

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]

# A cluster of one process, at a terminal that it has for its own.
# Whoever runs the tests may have been told not to hear hangups, which is handed down.
HEARS_HANGUPS = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
AT_A_TERMINAL = f"""{HEARS_HANGUPS}
import os, sys
os.open(os.ttyname(0), os.O_RDWR)  # the first to open it in a new session is who hears that it was closed
from config.cluster import __main__ as cluster
sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
def start_all(processes, folder):
    processes.start("sleeper", sleep)
    (folder / "pid").write_text(str(processes.running["sleeper"].pid))
    return ["http://127.0.0.1"]
cluster.start_all = start_all
code = cluster.main()
(cluster.make_folder() / "code").write_text(str(code))
"""


def test_its_proxy_is_the_operators_without_tls(tmp_path: Path) -> None:
    made = configuration((ROOT / "deploy/nginx.conf").read_text(), folder=tmp_path, port=8000, backends=[8001, 8005])
    assert made.count("listen ") == 1
    assert "server 127.0.0.1:8005 max_fails=0;" in made
    assert "server 127.0.0.1:8002" not in made
    assert "ssl" not in made
    assert "example.org" not in made
    assert f"alias {tmp_path}/static/;" in made


@pytest.mark.skipif(not found("nginx"), reason="nginx is not installed on this machine")
def test_nginx_accepts_it(tmp_path: Path) -> None:
    made = configuration((ROOT / "deploy/nginx.conf").read_text(), folder=tmp_path, port=8000, backends=[8001])
    (tmp_path / "nginx.conf").write_text(made)
    asked = [found("nginx"), "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors")]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


@pytest.mark.skipif(not found("nginx"), reason="nginx is not installed on this machine")
def test_while_no_web_process_answers_the_proxy_says_so(tmp_path: Path) -> None:
    port, nobody = free_port(), free_port()
    made = configuration((ROOT / "deploy/nginx.conf").read_text(), folder=tmp_path, port=port, backends=[nobody])
    # Started by root it would serve as a user who may not read where tests lie.
    (tmp_path / "nginx.conf").write_text(made.replace("daemon off;", "daemon off; master_process off;"))
    processes = Processes(tmp_path)
    try:
        processes.start("nginx", server_command(found("nginx"), tmp_path))
        processes.wait_until(lambda: listens(port), "nginx")
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{port}/lobby/", timeout=PATIENCE)
    finally:
        processes.stop()
    with refused.value as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
        assert "Kurze Drehpause" in answer.read().decode()


def test_ports_stand_in_a_row_or_are_whichever_are_free() -> None:
    assert choose_ports(8000, 3) == [8000, 8001, 8002]
    assert len(set(choose_ports(0, 4))) == 4


def test_the_key_is_made_once_and_for_nobody_else_to_read(tmp_path: Path) -> None:
    file = tmp_path / "key"
    first = keep_key(file)
    assert keep_key(file) == first
    assert len(first) > 50
    assert file.stat().st_mode & 0o077 == 0


def test_what_the_site_is_told_can_be_read_by_a_shell_of_its_owner_alone(tmp_path: Path) -> None:
    file, told = tmp_path / "environment", {"SECRET_KEY": "a 'key' of $HOME", "HOST": "127.0.0.1"}
    write_down(told, file)
    script = f"set -a; . {file}; {sys.executable} -c 'import os; print(os.environ[\"SECRET_KEY\"])'"
    heard = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert heard.stdout == "a 'key' of $HOME\n"
    assert file.stat().st_mode & 0o077 == 0


def test_the_last_that_was_started_is_stopped_first(tmp_path: Path) -> None:
    processes = Processes(tmp_path)
    told = tmp_path / "told"
    for name in ("first", "second"):
        code = f"import signal, time; signal.signal(15, lambda *a: (open({str(told)!r}, 'a').write('{name} '), exit()))"
        ready = tmp_path / f"{name}.ready"
        processes.start(name, [sys.executable, "-c", f"{code}; open({str(ready)!r}, 'w'); time.sleep(60)"])
        processes.wait_until(ready.exists, name)
    processes.stop()
    assert told.read_text().split() == ["second", "first"]


def test_one_that_ends_by_itself_is_named_with_its_log(tmp_path: Path) -> None:
    processes = Processes(tmp_path)
    processes.start("lasting", SLEEP)
    processes.start("broken", [sys.executable, "-c", "exit(3)"])
    try:
        wait_until(lambda: processes.running["broken"].poll() is not None, "its end")
        with pytest.raises(Failed, match=r"broken has ended \(3\): see .*broken.log"):
            processes.expect_all_run()
    finally:
        processes.stop()


def listens_to_hangups(pid: int) -> bool:
    caught = re.search(r"^SigCgt:\s+(\w+)$", Path(f"/proc/{pid}/status").read_text(), re.M)
    return bool(caught and int(caught[1], 16) >> (signal.SIGHUP - 1) & 1)


def test_nothing_is_left_when_the_terminal_is_closed(tmp_path: Path) -> None:
    ours, its = os.openpty()
    told = clean_environment() | {"CLUSTER_DIR": str(tmp_path)}
    command = [sys.executable, "-c", AT_A_TERMINAL]
    cluster = subprocess.Popen(command, cwd=ROOT, env=told, stdin=its, stdout=its, stderr=its, start_new_session=True)
    os.close(its)
    try:
        wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "", "a process of it")
        sleeper = psutil.Process(int((tmp_path / "pid").read_text()))
        os.close(ours)
        cluster.wait(PATIENCE)
        assert not sleeper.is_running()
        assert (tmp_path / "code").read_text() == "0"
    finally:
        cluster.kill()
        cluster.wait(PATIENCE)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it looks into /proc")
def test_whoever_starts_it_by_nohup_is_heard() -> None:
    code = "from config.cluster.__main__ import *; listen_to_signals(); print('listening', flush=True); input()"
    for prefix, first, listens_to_it in (([], HEARS_HANGUPS, True), (["nohup"], "", False)):
        command = [*prefix, sys.executable, "-c", first + code]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as listener:
            assert listener.stdout is not None
            assert listener.stdout.readline() == b"listening\n"
            assert listens_to_hangups(listener.pid) is listens_to_it
            listener.kill()
