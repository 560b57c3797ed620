"""The level `random`: any legal answer, for tests and simulations."""

from functools import cache
from random import Random

from games.ai.brain import Look, Thought
from games.engine.moves import PASS

# There are few answers and many matches: each is made once.
_without_reasons = cache(Thought)


def choose(options: list[int], look: Look, dice: Random) -> Thought:
    """Uniform over legal answers, but bids lean to the low end, so that matches look like matches."""
    weight = dice.random()
    if options[0] == PASS:
        weight *= dice.random()
    return _without_reasons(options[int(weight * len(options))])
