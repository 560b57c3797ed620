"""Writing what was measured into the file that the docs and the site show."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, Final, TypeVar

from games.ai.arena.contenders import CHEAT, PREDICTOR, STRANGERS
from games.ai.arena.ratings import ratings
from games.ai.arena.table import markdown
from games.ai.levels import LEVELS
from games.ai.measured import FILE, Measured, MeasuredPairing, Times, load

Line = TypeVar("Line")
LADDER: Final = [*LEVELS, *STRANGERS]
DOCS: Final = FILE.with_name("README.md")
# An interval from fewer blocks says nothing, however narrow it looks.
LEAST_BLOCKS: Final = 5
# What stands between these lines in the docs is written here.
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"


def publish(pairings: Iterable[MeasuredPairing], times: Iterable[Times], *, measured_on: str, commit: str) -> Measured:
    """Put new figures in place of old ones of the same pairing and table, and work out the ratings anew."""
    old = load()
    enough = [pairing for pairing in pairings if pairing.blocks >= LEAST_BLOCKS]
    lines = _replace([*old.pairings, *old.checks], enough, _place_of_pairing)
    real = tuple(line for line in lines if not is_check(line))
    new = Measured(
        measured_on=measured_on,
        commit=commit,
        pairings=real,
        checks=tuple(line for line in lines if is_check(line)),
        times=tuple(_replace(old.times, times, _place_of_times)),
        ratings=ratings(real),
    )
    FILE.write_text(_to_text(asdict(new)), encoding="utf-8")
    load.cache_clear()
    _write_docs(new)
    return new


def _write_docs(measured: Measured) -> None:
    before, _, rest = DOCS.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    table = "\n".join(markdown(measured))
    DOCS.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def is_check(pairing: MeasuredPairing) -> bool:
    """Tell whether it measures the arena itself: a level against itself, or one that cheats or copies."""
    return pairing.hero == pairing.rival or pairing.hero in (CHEAT, PREDICTOR)


def _replace(old: Iterable[Line], new: Iterable[Line], place: Callable[[Line], tuple[Any, ...]]) -> list[Line]:
    lines = {place(line): line for line in (*old, *new)}
    return [lines[key] for key in sorted(lines)]


def _place_of_pairing(pairing: MeasuredPairing) -> tuple[Any, ...]:
    return LADDER.index(pairing.hero), LADDER.index(pairing.rival), pairing.edition, pairing.seats


def _place_of_times(times: Times) -> tuple[Any, ...]:
    return LADDER.index(times.level), times.edition, times.seats


def _to_text(told: dict[str, Any]) -> str:
    """JSON with a line for each figure, so that a change can be read."""
    parts = []
    for name, value in told.items():
        if isinstance(value, list | tuple):
            inner = ",\n".join(f"    {json.dumps(line)}" for line in value)
            parts.append(f'  "{name}": [\n{inner}\n  ]' if value else f'  "{name}": []')
        else:
            parts.append(f'  "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
