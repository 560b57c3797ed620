"""A memory for drawings: whoever asks first draws, everybody else waits for that one and shares it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final

REMEMBERED: Final = 4_096


class RenderCache:
    """The latest drawings by what they depend on; each is made once, however many ask at the same moment."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self.size = size
        self.drawings: OrderedDict[Hashable, Any] = OrderedDict()
        self.in_work: dict[Hashable, Lock] = {}
        self.lock = Lock()
        self.hits = 0
        self.made = 0

    def __call__(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what `make` gives, from memory where it was made before."""
        with self.lock:
            if key in self.drawings:
                self.drawings.move_to_end(key)
                self.hits += 1
                return self.drawings[key]
            work = self.in_work.setdefault(key, Lock())
        with work:
            found = self.get(key)
            try:
                return self._remember(key, make()) if found is None else found
            finally:
                self.in_work.pop(key, None)

    def get(self, key: Hashable) -> Any | None:
        """Return what is remembered, or None."""
        with self.lock:
            return self.drawings.get(key)

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self.drawings.clear()

    def _remember(self, key: Hashable, drawing: Any) -> Any:
        with self.lock:
            self.drawings[key] = drawing
            self.made += 1
            while len(self.drawings) > self.size:
                self.drawings.popitem(last=False)
        return drawing


# Whole tables, by match, number, version, viewer and language.
table_cache: Final = RenderCache()
# Single parts and entries, by what they show: most of them stay as they are from move to move.
part_cache: Final = RenderCache(size=16_384)
