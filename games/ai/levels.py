"""The levels a seat can be played at, by name."""

from typing import Final

from games.ai import chance, trainee
from games.ai.brain import Brain

LEVELS: Final[dict[str, Brain]] = {
    "random": chance.choose,
    "trainee": trainee.choose,
}

# Who plays for a person who stays away.
STAND_IN_LEVEL: Final = "trainee"

# What a host can put on a seat; `random` is for tests and simulations.
OFFERED_LEVELS: Final = tuple(name for name in LEVELS if name != "random")
