"""What a seat does not know, drawn at random: every way the hidden things could lie is equally likely."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.engine import State
from games.engine.state import HIDDEN, Deal


def with_drawn_secrets(state: State, dice: Random) -> State:
    """Return a copy of a view's state in which whatever was blotted out lies in some order."""
    edition, seen = state.edition, state.setup.deal
    twin = state.copy()
    drawn = Deal(
        legends=_fill(seen.legends, edition.legends, dice),
        bag=_fill(seen.bag, edition.bag, dice),
        screenplays=_fill(seen.screenplays, edition.neutral_screenplays, dice),
    )
    twin.setup = replace(state.setup, deal=drawn)
    return twin


def _fill(seen: Sequence[int], everything: Sequence[int], dice: Random) -> tuple[int, ...]:
    known = set(seen)
    unseen = [item for item in everything if item not in known]
    dice.shuffle(unseen)
    rest = iter(unseen)
    return tuple([next(rest) if item == HIDDEN else item for item in seen])
