"""Whatever comes to the API, it answers as its description says: a tool that knows only that tries to break it."""

import subprocess
import sys
from pathlib import Path

from tests.games.api.test_bot import new_token
from tests.lengths import how_many
from tests.one_process import address, serve
from tests.waiting import PATIENCE

CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")


def test_schemathesis_finds_no_error_and_no_undocumented_answer(tmp_path: Path) -> None:
    with serve(tmp_path, AI_PAUSE_SECONDS="0,0") as server:
        description = f"{address(server)}api/v1/openapi.json"
        token = new_token(tmp_path, "clara", "--scopes", "read,play,tables", "--bot")
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", description),
            *("--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS)),
            *("--exclude-path", "/api/v1/stream"),  # it never ends
            *("--max-examples", str(how_many(8, 300)), "--seed", "4", "--phases", "examples,coverage,fuzzing"),
            *("--suppress-health-check", "all", "--generation-database", "none", "--no-color"),
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=8 * PATIENCE)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert "Traceback" not in server.said()
