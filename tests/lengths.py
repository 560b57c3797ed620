"""How long tests look: shortly with every change, long before a release (`make test-long`), or a share of that."""

import os
from typing import Any, Final

# LONG_TESTS=1 is the long form; LONG_TESTS=0.1 tries a tenth as often, where there is less time.
SHARE: Final = float(os.environ.get("LONG_TESTS") or 0)
LONG: Final = SHARE > 0


def how_many(short: int, long: int) -> int:
    """Choose how often a test of chance is tried; what it tries is the same in both forms."""
    return max(min(short, long), round(long * SHARE)) if LONG else short


def more(*cases: Any) -> list[Any]:
    """Give further cases of what one case shows already: they are tried in the long form only."""
    return list(cases) if LONG else []
