"""The levels a seat can be played at, by name."""

from dataclasses import dataclass
from typing import Final

from games.ai import chance, ladder, mogul, searcher
from games.ai.brain import Brain


@dataclass(frozen=True, slots=True)
class Level:
    """A way to play. A quick one answers in less than 50 ms; another must not keep a page waiting."""

    name: str
    brain: Brain
    is_quick: bool = True


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("random", chance.choose),
        Level("trainee", ladder.trainee),
        Level("assistant", ladder.assistant),
        Level("director", ladder.director),
        *(Level(f"director:{style}", brain) for style, brain in ladder.STYLES.items()),
        Level("producer", searcher.producer, is_quick=False),
        Level("mogul", mogul.mogul, is_quick=False),
    )
}

# Who plays for a person who stays away, and answers where another brain fails.
STAND_IN_LEVEL: Final = "director"

# What a host can put on a seat; `random` is for tests and simulations.
OFFERED_LEVELS: Final = tuple(name for name in LEVELS if name != "random")
