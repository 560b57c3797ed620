"""Doing several things in the same moment, each in a thread and a database connection of its own."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TypeVar

from django.db import connection

from games.play.refusals import ActionRefused

Outcome = TypeVar("Outcome")


def together(deeds: Iterable[Callable[[], Outcome]]) -> list[Outcome]:
    """Do everything at once; what came of it, in the order of the deeds."""
    deeds = list(deeds)
    gate = Barrier(len(deeds))

    def run(deed: Callable[[], Outcome]) -> Outcome:
        gate.wait()
        try:
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def at_once(deeds: Iterable[Callable[[], object]]) -> Counter[str]:
    """Does everything in the same moment and counts what came of it."""
    return Counter(together(partial(outcome_of, deed) for deed in deeds))


def outcome_of(deed: Callable[[], object]) -> str:
    try:
        deed()
    except ActionRefused as refusal:
        return type(refusal).__name__
    return "done"
