"""AI levels at a table of four, on one core: how long a decision takes, and how many rollouts fit in a second."""

import time
from random import Random

from bench.calibration import steps_per_second
from games.ai.arena.blocks import Task, play_block
from games.ai.deals import CHECKING, secret_of, setup_of
from games.ai.ladder import director
from games.ai.levels import LEVELS
from games.ai.rollout import play_on
from games.engine import load_edition, start

EDITION = "dream-factory-2009"
SEATS = 4
ROLLOUTS = 40


def run() -> None:
    """Print a line for each level, then whole matches in thought."""
    for level in LEVELS:
        clock = play_block(Task(level, "director", EDITION, SEATS, CHECKING, 0)).clock
        p50, p95 = clock.quantile_ms(0.5), clock.quantile_ms(0.95)
        print(f"{level:<18} p50 {p50:7.2f} ms, p95 {p95:8.2f} ms, max {clock.longest_ms:8.2f} ms")
    matches = matches_per_second()
    ratio = matches / steps_per_second() * 1e6
    print(f"matches in thought: {matches:.0f} a second; {ratio:.1f} to a million steps of the reference loop")


def matches_per_second() -> float:
    """Whole matches of directors, every auction settled in one step."""
    setup = setup_of(load_edition(EDITION), SEATS, secret_of(CHECKING, 0))
    state, dice = start(setup), Random("bench")
    seats = [director.appraiser(state)] * SEATS
    began = time.process_time()
    for _ in range(ROLLOUTS):
        play_on(state.copy(), seats, dice, 0.3)
    return ROLLOUTS / (time.process_time() - began)
