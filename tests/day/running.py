"""A day in a database of its own, in memory: nothing of it is left, and thousands can follow each other."""

from django.core.cache import cache

from games.render_cache import part_cache, table_cache
from games.slow_play.scratch import scratch_database
from tests.day.day import Day


def play_day(seed: str, *, ends_early: bool = False) -> list[str]:
    """Play the day of a seed; the answer is a sentence for everything that was wrong."""
    for kept in (cache, table_cache, part_cache):  # by numbers of matches, which begin anew
        kept.clear()
    with scratch_database():
        return Day(seed, ends_early=ends_early).run()
