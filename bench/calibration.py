"""A reference that does not change: how fast this machine is, so that other figures can be compared."""

import time

STEPS = 1_000_000
TRIES = 5


def spin(steps: int = STEPS) -> int:
    """Do work like an engine's: small integers, lists, branches, calls."""
    cells = list(range(64))
    total = 0
    for step in range(steps):
        place = (step * 7) & 63
        if cells[place] > step & 31:
            cells[place] -= 1
        else:
            cells[place] += 2
        total += cells[place]
    return total


def steps_per_second() -> float:
    """Give the best of a few tries: the others met a busy machine."""
    return max(STEPS / elapsed() for _ in range(TRIES))


def elapsed() -> float:
    """Time one try by the processor's clock, which other programs do not turn."""
    start = time.process_time()
    spin()
    return time.process_time() - start


def run() -> None:
    """Print how fast the reference runs here."""
    print(f"reference loop: {steps_per_second() / 1e6:.2f} million steps a second")
