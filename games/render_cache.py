"""A memory for drawings: whoever asks first draws, everybody else waits for that one and shares it."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final

REMEMBERED: Final = 4_096


class RenderCache:
    """The latest drawings by what they depend on; each is made once, however many ask at the same moment.

    It has two generations: when the young one is full, the old one is dropped and it takes its place; what is asked for
    becomes young again. So most drawings are found at once and without a lock, by working out one hash.
    """

    def __init__(self, size: int = REMEMBERED) -> None:
        self.size = size // 2
        self.young: dict[Hashable, Any] = {}
        self.old: dict[Hashable, Any] = {}
        self.in_work: dict[Hashable, Lock] = {}
        self.lock = Lock()
        self.hits = 0
        self.made = 0

    def __call__(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what `make` gives, from memory where it was made before."""
        found = self.young.get(key)
        if found is not None:
            self.hits += 1  # about: two threads may count as one, and no move waits for a figure
            return found
        with self.lock:
            found = self.old.get(key)
            work = None if found is not None else self.in_work.setdefault(key, Lock())
        if work is None:
            self.hits += 1
            return self._remember(key, found)
        with work:
            found = self.get(key)
            try:
                return self._make(key, make) if found is None else found
            finally:
                self.in_work.pop(key, None)

    def get(self, key: Hashable) -> Any | None:
        """Return what is remembered, or None."""
        with self.lock:
            found = self.young.get(key)
            return self.old.get(key) if found is None else found

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self.young, self.old = {}, {}

    def _make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        drawing = make()
        self.made += 1
        return self._remember(key, drawing)

    def _remember(self, key: Hashable, drawing: Any) -> Any:
        with self.lock:
            if len(self.young) >= self.size:
                self.young, self.old = {}, self.young
            self.young[key] = drawing
        return drawing


# Whole tables, by match, number, version, viewer and language.
table_cache: Final = RenderCache()
# Single parts and entries, by what they show: most of them stay as they are from move to move.
part_cache: Final = RenderCache(size=16_384)
