"""Problems that come with the site: from simulated matches, for a site on which nobody has played yet."""

import json
from collections.abc import Collection, Iterator
from functools import cache
from itertools import count, islice, product
from pathlib import Path
from typing import Any, Final

from games.ai.simulation import SimulationPlan, play_game
from games.engine import apply, edition_files, start
from games.engine.moves import to_entry
from games.problems.finding import find_in

SHIPPED: Final = Path(__file__).parent / "shipped.json"
SEED: Final = "problems"
TABLES: Final = (
    ("director", "director:miser", "assistant", "director:many"),
    ("director:premiere", "assistant", "director"),
    ("director", "director:few"),
    ("director:actors", "director", "trainee", "director:few", "assistant"),
)


@cache
def shipped() -> list[dict[str, Any]]:
    """Return the problems that are shipped, in the order in which a site uses them."""
    return list(json.loads(SHIPPED.read_text())) if SHIPPED.exists() else []


def simulated_problems(wanted: int, seed: str = SEED, besides: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield problems from simulated matches, one of each that has given none yet; kinds and editions take turns."""
    return islice(_simulated(seed, besides), wanted)


def _simulated(seed: str, besides: Collection[str]) -> Iterator[dict[str, Any]]:
    kinds: list[str] = []
    for game in count():
        for edition, levels in product(sorted(edition_files()), TABLES):
            name = f"{edition}/{'-'.join(levels)}/{seed}/{game}"
            plan = SimulationPlan(edition, levels, 1, seed)
            found = None if name in besides else _first_of(plan, game, name, tuple(kinds[-2:]))
            if found is not None:
                kinds.append(found["kind"])
                yield found


def _first_of(plan: SimulationPlan, game: int, name: str, kinds: tuple[str, ...]) -> dict[str, Any] | None:
    played = play_game(plan, game)
    states, entries = [start(played.state.setup)], []
    for seat, move in played.moves():
        entries.append(to_entry(seat, move))
        states.append(apply(states[-1], seat, move).state)
    found = next(find_in(states, entries, name, kinds), None)
    return None if found is None else {"source": name, **found.plain()}
