"""Doing several things in the same moment, each in a thread and a database connection of its own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

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
