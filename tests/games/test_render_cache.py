"""A memory for drawings: each is made once, and what is asked for is not forgotten."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from games.render_cache import RenderCache


def test_whoever_asks_at_the_same_moment_shares_one_drawing() -> None:
    cache, made, all_there = RenderCache(), [], Barrier(8)

    def make() -> str:
        made.append(1)
        return "drawn"

    def ask() -> str:
        all_there.wait()
        return str(cache("key", make))

    with ThreadPoolExecutor(8) as threads:
        answers = [asked.result() for asked in [threads.submit(ask) for _ in range(8)]]
    assert answers == ["drawn"] * 8
    assert len(made) == 1


def test_what_is_asked_for_stays_and_the_rest_is_forgotten() -> None:
    cache = RenderCache(size=8)
    cache("wanted", lambda: "first")
    for number in range(40):
        cache(number, lambda: "another")
        assert cache("wanted", lambda: "drawn anew") == "first"
    assert cache.get(0) is None
    assert cache.get(39) == "another"
    assert len(cache.young) + len(cache.old) <= 8


def test_a_drawing_that_fails_is_tried_again() -> None:
    cache = RenderCache()

    def fail() -> str:
        raise ValueError

    for _ in range(2):
        try:
            cache("key", fail)
        except ValueError:
            continue
        raise AssertionError("it must not be remembered")
    assert cache("key", lambda: "drawn") == "drawn"
    cache.clear()
    assert cache.get("key") is None
