"""The figures of a valuation: one small readable file for each edition and number of seats, with its provenance."""

import json
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "weights"


@dataclass(frozen=True, slots=True)
class Weights:
    """What a valuation thinks of things. `manage.py tune` finds them by self-play."""

    # How many of the tiles that will come to a seat answer to one empty space: larger is more hopeful.
    attention: float = 0.7
    # Stars that a space still empty will bring, and a guest star's space where it is still empty.
    usual_stars: float = 1.6
    guest_stars: float = 0.5
    # Points of a finished movie beside marker and awards: above all the new screenplay.
    movie_bonus: float = 2.0
    # How far each award is believed in; 1 is its face value.
    first_movie: float = 0.8
    best_movie: float = 0.8
    movie_of_the_year: float = 0.8
    best_director: float = 0.6
    worst_movie: float = 0.6
    # The marker that rivals will have in a genre at the end of the year, as seen at its beginning.
    usual_best: float = 14.0
    # Points for each face that counts at a party still to come.
    face: float = 0.25
    # The price of a point at the beginning and at the end of the year, in money.
    price_early: float = 0.5
    price_late: float = 0.7
    # How much a richer seat than the others bids above that.
    wealth: float = 0.3
    # What a rival's gain counts for at an auction and at a party.
    denial: float = 0.25
    party_denial: float = 0.25


NAMES: Final = tuple(field.name for field in fields(Weights))


@cache
def load_weights(edition: str, seats: int) -> Weights:
    """Return the tuned figures; an edition that nobody has tuned is played by those of another one."""
    told = _read(edition, seats)
    return Weights() if told is None else Weights(**told["weights"])


def provenance_of(edition: str, seats: int) -> str:
    """Return the deals from which those figures come, in a word."""
    told = _read(edition, seats)
    return "the first guess in weights.py" if told is None else told["provenance"]["deals"]


def _read(edition: str, seats: int) -> dict[str, Any] | None:
    path = FOLDER / f"{edition}-{seats}.json"
    known = path if path.exists() else min(FOLDER.glob(f"*-{seats}.json"), default=None)
    return None if known is None else json.loads(known.read_text(encoding="utf-8"))


def scaled(weights: Weights, **factors: float) -> Weights:
    """Return the same taste, with some of it stronger or weaker."""
    return replace(weights, **{name: getattr(weights, name) * factor for name, factor in factors.items()})


def write_weights(edition: str, seats: int, weights: Weights, provenance: dict[str, Any]) -> Path:
    """Write the file, its figures rounded so that they can be read."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{edition}-{seats}.json"
    told = {
        "edition": edition,
        "seats": seats,
        "provenance": provenance,
        "weights": {name: round(value, 4) for name, value in asdict(weights).items()},
    }
    path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return path
