"""How much memory this process holds: what is tried often must not leave something behind each time."""

import gc
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1 << 20
LARGEST_GROWTH: Final = 40 * MEGABYTE


def resident() -> int:
    """Return how much memory this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
