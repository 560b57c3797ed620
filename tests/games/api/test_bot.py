"""A program written from the documents plays a whole match against the real server."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from tests.one_process import address, serve
from tests.processes import ROOT, clean_environment
from tests.waiting import PATIENCE


def new_token(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "manage.py", "api_token", *arguments]
    environment = clean_environment() | {"DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    return done.stdout.strip()


def test_the_example_plays_a_match_to_its_end(tmp_path: Path) -> None:
    with serve(tmp_path, AI_PAUSE_SECONDS="0,0", FORCED_PAUSE_SECONDS="0,0") as server:
        site = address(server)
        token = new_token(tmp_path, "clara", "--scopes", "read,play,tables", "--bot")
        command = [sys.executable, "docs/example_bot.py", site, token]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=4 * PATIENCE)
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)) == 4
        asked = Request(f"{site}api/v1/stream", headers={"Authorization": f"Bearer {token}"})
        with urlopen(asked, timeout=PATIENCE) as stream:
            assert stream.headers["Content-Type"] == "text/event-stream"
            assert stream.readline() == b": nothing new\n"
        assert "Traceback" not in server.said()
