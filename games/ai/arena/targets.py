"""What the ladder promises: the least share of wins of one seat against the others, in percent."""

from typing import Final

TARGETS: Final[dict[tuple[str, str], dict[int, int]]] = {
    ("trainee", "random"): {2: 90, 3: 85, 4: 85, 5: 80},
    ("assistant", "trainee"): {2: 62, 3: 48, 4: 40, 5: 34},
    ("director", "assistant"): {2: 62, 3: 48, 4: 40, 5: 34},
    ("producer", "director"): {2: 58, 3: 48, 4: 45, 5: 38},
    ("mogul", "producer"): {2: 60, 3: 42, 4: 40, 5: 30},
    ("mogul", "director"): {2: 60, 3: 60, 4: 65, 5: 55},
}


def target(hero: str, rival: str, seats: int) -> float | None:
    """Return the share that the lower end of the interval must reach; None where nothing is promised."""
    percent = TARGETS.get((hero, rival), {}).get(seats)
    return None if percent is None else percent / 100
