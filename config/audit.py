"""Asks whether a locked dependency has a known vulnerability, and says plainly where nobody can be asked.

With `--where-possible`, as `make check` has it, that is said and no failure.
"""

import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
# Where pip-audit asks about each version.
ADVISORIES = "https://pypi.org/pypi/django/5.2/json"
NOT_ASKED = 2


def main() -> int:
    """Audit what is deployed; an audit that could not be made is no pass."""
    if not is_reachable():
        print("Nothing was audited: the advisories at pypi.org cannot be reached from here.", file=sys.stderr)
        return 0 if "--where-possible" in sys.argv else NOT_ASKED
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--strict", "--requirement"]
    return subprocess.run([*command, "requirements.lock"], cwd=ROOT, check=False).returncode


def is_reachable() -> bool:
    """Tell whether the advisories answer, and with what they should."""
    try:
        # By https, and always the same address.
        with urlopen(ADVISORIES, timeout=10) as answer:  # nosec B310
            return b"vulnerabilities" in answer.read()
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(main())
