"""docs/security.md names tests that are there, and leaves out no requirement of the standard."""

import re

from tests.processes import ROOT

DOCUMENT = (ROOT / "docs/security.md").read_text()
# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, by chapter: their numbers leave none out. The
# sections that are not named are documentation, or of level 3 alone.
REQUIREMENTS = {
    1: {1: 2, 2: 9, 3: 11, 4: 3, 5: 2},
    2: {1: 3, 2: 3, 3: 4, 4: 1},
    3: {2: 2, 3: 4, 4: 6, 5: 5, 7: 2},
    4: {1: 3, 2: 1, 3: 2, 4: 4},
    5: {1: 1, 2: 3, 3: 2, 4: 3},
    6: {1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4},
    7: {1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2},
    8: {1: 2, 2: 3, 3: 1, 4: 1},
    9: {1: 3, 2: 4},
    10: {1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3},
    11: {1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1},
    12: {1: 3, 2: 2, 3: 4},
    13: {1: 1, 2: 5, 3: 2, 4: 5},
    14: {1: 2, 2: 4, 3: 3},
    15: {1: 3, 2: 3, 3: 7},
    16: {1: 1, 2: 5, 3: 4, 4: 3, 5: 3},
    17: {1: 1, 2: 4, 3: 2},
}
Number = tuple[int, ...]


def rows() -> list[list[str]]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in DOCUMENT.splitlines() if "|" in line]
    return [row for row in cells if re.match(r"\d", row[0])]


def test_every_test_that_is_named_is_there() -> None:
    named = {name for row in rows() for name in re.findall(r"`([\w/]+\.py)`", row[3])}
    assert named
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []


def all_numbers() -> list[Number]:
    return [
        (chapter, section, number)
        for chapter, sections in REQUIREMENTS.items()
        for section, most in sections.items()
        for number in range(1, most + 1)
    ]


def covers(cell: str, number: Number) -> bool:
    """Tell whether a row is about a requirement: 6.2.1, 6.2.1–6.2.4, or whole sections, 17.1–17.3."""
    for part in cell.split(","):
        first, _, last = part.strip().partition("–")
        lowest, highest = read(first), read(last or first)
        if lowest <= number[: len(lowest)] and number[: len(highest)] <= highest:
            return True
    return False


def read(words: str) -> Number:
    return tuple(map(int, words.split(".")))


def test_each_requirement_is_in_one_row() -> None:
    numbers = all_numbers()
    assert len(numbers) == 253
    told = {number: [row[0] for row in rows() if covers(row[0], number)] for number in numbers}
    assert {number: found for number, found in told.items() if len(found) != 1} == {}


def test_every_row_says_whether_it_applies_and_how() -> None:
    assert [row for row in rows() if row[1] not in ("yes", "no", "open") or not row[2]] == []
