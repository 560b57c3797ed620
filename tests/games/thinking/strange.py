"""Brains as no match should have them, in a process that thinks: `python -m tests.games.thinking.strange SECONDS`."""

import os
import sys
from random import Random

from games.ai.brain import Look, Thought
from games.ai.levels import LEVELS, Level
from games.thinking.thinker import main


def steady(options: list[int], look: Look, dice: Random) -> Thought:
    """Tells what it was given."""
    sight = look()
    told = {"purses": list(sight.purses), "viewer": sight.view.viewer, "dice": dice.random(), "log": list(sight.log)}
    return Thought(options[-1], told | {"whim": sight.whim})


def raising(options: list[int], look: Look, dice: Random) -> Thought:
    raise RuntimeError("no idea")


def looping(options: list[int], look: Look, dice: Random) -> Thought:
    while True:
        pass


def illegal(options: list[int], look: Look, dice: Random) -> Thought:
    return Thought(max(options) + 1_000)


def chatty(options: list[int], look: Look, dice: Random) -> Thought:
    sys.stdout.write("let me see\n")
    sys.stdout.flush()
    return Thought(options[0])


def dying(options: list[int], look: Look, dice: Random) -> Thought:
    os._exit(3)


BRAINS = (steady, raising, looping, illegal, chatty, dying)
# Each as one that answers where it is asked, and as one that takes its time.
STRANGE = {brain.__name__: Level(brain.__name__, brain) for brain in BRAINS} | {
    f"slow {brain.__name__}": Level(f"slow {brain.__name__}", brain, is_quick=False) for brain in BRAINS
}

if __name__ == "__main__":
    LEVELS.update(STRANGE)
    main(float(sys.argv[1]))
