"""What a brain is: a function from what a seat may know to one of its legal answers."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from games.engine import View

# A look at the table. A view costs more than a move, so a brain asks for it only if it wants one.
Look = Callable[[], View]


class Brain(Protocol):
    """Chooses one of the legal answers, by nothing but the view and a seeded source of chance."""

    def __call__(self, options: list[int], look: Look, dice: Random) -> int: ...
