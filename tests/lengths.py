"""How long tests look: shortly with every change, long before a release (`make test-long`)."""

import os
from typing import Any, Final

LONG: Final = os.environ.get("LONG_TESTS", "") not in ("", "0")


def how_many(short: int, long: int) -> int:
    """Choose how often a test of chance is tried; what it tries is the same in both forms."""
    return long if LONG else short


def more(*cases: Any) -> list[Any]:
    """Give further cases of what one case shows already: they are tried in the long form only."""
    return list(cases) if LONG else []
