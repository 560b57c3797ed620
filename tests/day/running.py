"""A day in a database of its own, in memory: nothing of it is left, and thousands can follow each other."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from games.models import PlayedMove
from games.render_cache import part_cache, table_cache
from games.slow_play.scratch import scratch_database
from tests.day.day import Day


def play_day(seed: str, *, until: str = "") -> list[str]:
    """Play the day of a seed, or until something is said of it; the answer is a sentence for all that was wrong."""
    with empty_site():
        return Day(seed, until=until).run()


def write_diary(seed: str, hours: float) -> list[str]:
    """Play the first hours of a day; the answer is all that happened in them, in order."""
    with empty_site():
        day = Day(seed, hours=hours)
        problems = day.run()
        rows = PlayedMove.objects.order_by("match", "number")
        entries = rows.values_list("match", "number", "played_at", "entry", "by_ai", "by_order", "forced")
        return [*day.watch.diary, *map(str, entries), *map(str, day.watch.mails.items()), *problems]


@contextmanager
def empty_site() -> Iterator[None]:
    """Have an empty database, and no drawing of an earlier day: they are kept by numbers that begin anew."""
    for kept in (cache, table_cache, part_cache):
        kept.clear()
    with scratch_database():
        yield
