"""The rules at speed: whole random matches, and copies of the state, on one core."""

import random
import time
from collections.abc import Callable

from bench.calibration import steps_per_second
from games.ai.simulation import SimulationPlan, play_games
from games.engine import Setup, State, deal, draw_first, load_edition, options, perform, start
from games.engine.moves import PASS
from games.engine.state import OVER

EDITION = "dream-factory-2009"
SEATS = 4
MATCHES = 300
COPIES = 20_000


def run() -> None:
    """Print matches, decisions and copies, and their ratio to a reference measured in the same run."""
    reference = steps_per_second()
    matches, decisions = random_matches()
    print(f"random matches of {SEATS} seats: {matches:.0f} a second, {decisions:.0f} decisions a second")
    print(f"the same by `manage.py simulate`: {simulated_matches():.0f} a second")
    print(f"one step of a rollout: {microseconds_a_step():.2f} µs")
    print(f"copy of a state: {microseconds_a_copy():.2f} µs")
    print(f"ratio: {decisions / reference * 1000:.1f} decisions to 1000 steps of the reference loop")
    compare_with_open_spiel(decisions)


def random_matches() -> tuple[float, float]:
    """Measure matches and decisions a second: legal answers listed, one chosen, applied."""
    edition = load_edition(EDITION)
    dice = random.Random("bench")
    secrets = [dice.randbytes(32) for _ in range(MATCHES)]
    decisions, began = 0, time.process_time()
    for secret in secrets:
        setup = Setup(edition, (1, 2, 3, 4), draw_first(secret, SEATS), deal(edition, secret))
        decisions += play_out(start(setup), dice.random)
    seconds = time.process_time() - began
    return MATCHES / seconds, decisions / seconds


def simulated_matches() -> float:
    """Measure matches a second with everything that `simulate` does besides the rules: brains, dice, counting."""
    plan = SimulationPlan(EDITION, ("random",) * SEATS, MATCHES, "bench")
    began = time.process_time()
    play_games(plan, range(MATCHES))
    return MATCHES / (time.process_time() - began)


def microseconds_a_step() -> float:
    """Measure a decision of a match in thought: the deal is made, the answers are listed, chosen and applied."""
    edition = load_edition(EDITION)
    first = start(Setup(edition, (1, 2, 3, 4), 0, deal(edition, bytes(32))))
    dice = random.Random("step")
    began = time.process_time()
    decisions = sum(play_out(first.copy(), dice.random) for _ in range(MATCHES))
    return (time.process_time() - began) / decisions * 1e6


def play_out(state: State, chance: Callable[[], float]) -> int:
    """Play at random to the end, bids leaning to the low end; how many decisions it took."""
    decisions = 0
    while state.phase != OVER:
        answers = options(state)
        weight = chance() * chance() if answers[0] == PASS else chance()
        perform(state, answers[int(weight * len(answers))])
        decisions += 1
    return decisions


def microseconds_a_copy() -> float:
    """Measure copies of a state in the middle of a match."""
    edition = load_edition(EDITION)
    state = start(Setup(edition, (1, 2, 3, 4), 0, deal(edition, bytes(32))))
    dice = random.Random("copy")
    for _ in range(130):
        answers = options(state)
        perform(state, answers[int(dice.random() ** 2 * len(answers))])
    began = time.process_time()
    for _ in range(COPIES):
        state.copy()
    return (time.process_time() - began) / COPIES * 1e6


def compare_with_open_spiel(decisions: float) -> None:
    """Print the same measure for a Python-defined game of OpenSpiel, where that is installed."""
    try:
        import pyspiel  # type: ignore[import-not-found]
        from open_spiel.python.games import kuhn_poker  # type: ignore[import-not-found] # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: no comparison with its Python-defined games")
        return
    game, made = pyspiel.load_game("python_kuhn_poker"), 0
    began = time.process_time()
    while time.process_time() - began < 1:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    theirs = made / (time.process_time() - began)
    print(f"ratio to OpenSpiel's python_kuhn_poker: {decisions / theirs:.2f} ({theirs:.0f} decisions a second)")
