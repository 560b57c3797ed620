"""Purses as anybody can count them: all begin equal, and every price and every share is told in public."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Edition


def count_purses(edition: Edition, seats: int, events: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return the purse of each seat after these events of the log, given as plain JSON."""
    return count_on((edition.money[seats],) * seats, events)


def count_on(counted: Sequence[int], events: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return what purses that were counted before are after these events."""
    purses = list(counted)
    for event in events:
        if event["event"] == "lot_won":
            _settle(purses, event["seat"], event["price"], event["share"])
    return tuple(purses)


def _settle(purses: list[int], winner: int, price: int, share: int) -> None:
    """Let the winner pay and everybody else get a share; what waits in the pot is nobody's."""
    for seat in range(len(purses)):
        purses[seat] += -price if seat == winner else share
