"""Durations in few letters, as each language writes numbers."""

import pytest
from django.utils import translation

from games.operations.durations import in_words, milliseconds


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0, "0 s"), (0.44, "0.4 s"), (3.0, "3 s"), (59.9, "59 s"), (60, "1 min"), (250, "4 min 10 s")),
        *((3_600, "1 h 0 min"), (90_000, "1 d 1 h")),
    ],
)
def test_the_two_largest_units_are_told(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_german_writes_a_comma() -> None:
    with translation.override("de"):
        assert in_words(0.44) == "0,4\xa0s"
        assert milliseconds(0.0042) == "4,2\xa0ms"
