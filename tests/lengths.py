"""How long tests look: shortly with every change, long before a release (`make test-long`)."""

import os
from typing import Final

LONG: Final = os.environ.get("LONG_TESTS", "") not in ("", "0")


def how_many(short: int, long: int) -> int:
    """Choose how often a test of chance is tried; what it tries is the same in both forms."""
    return long if LONG else short
