"""What a brain is: a function from what a seat may know to one of its legal answers, with its reasons."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from games.engine import State, View, view


class Sight(NamedTuple):
    """What a seat may know: its view, and what the public log tells, which anybody can read and count."""

    view: View
    purses: tuple[int, ...]
    # Every answer since the match began, as the rules number them, without those that were taken back; empty where
    # nobody kept it. Whose each was follows from the rules.
    log: tuple[int, ...] = ()
    # A word that nobody else knows, the same for this seat all through the match: whoever has a copy of the brain
    # cannot tell from it what this one will do.
    whim: str = ""


class Thought(NamedTuple):
    """An answer and, where there is more to say, why: a few plain figures for the analysis of the match."""

    code: int
    why: dict[str, Any] | None = None


# A look at the table. It costs more than a move, so a brain asks for it only if it wants one.
Look = Callable[[], Sight]


class Brain(Protocol):
    """Chooses one of the legal answers, by nothing but what its seat may know and a seeded source of chance."""

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought: ...


def sight_of(state: State, seat: int, log: Sequence[int] = (), whim: str = "") -> Sight:
    """Return a seat's sight in a match played in memory, where the count of the log is at hand as the true money."""
    return Sight(view(state, seat), tuple(state.money), tuple(log), whim)
