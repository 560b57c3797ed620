"""docs/security.md names tests that are there, and leaves out no section of the standard."""

import re

from tests.processes import ROOT

DOCUMENT = (ROOT / "docs/security.md").read_text()
# How many sections each chapter of ASVS 5.0 has; the first of some is documentation without requirements at level 2.
SECTIONS = {
    **{1: "12345", 2: "1234", 3: "23457", 4: "1234", 5: "1234", 6: "12345678", 7: "123456", 8: "1234", 9: "12"},
    **{10: "17", 11: "123456", 12: "123", 13: "1234", 14: "123", 15: "123", 16: "12345", 17: "13"},
}


def rows() -> list[list[str]]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in DOCUMENT.splitlines() if "|" in line]
    return [row for row in cells if re.match(r"\d", row[0])]


def test_every_test_that_is_named_is_there() -> None:
    named = {name for row in rows() for name in re.findall(r"`([\w/]+\.py)`", row[3])}
    assert named
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []


def test_no_section_is_left_out() -> None:
    found = {tuple(map(int, number)) for row in rows() for number in re.findall(r"(\d+)\.(\d+)", row[0])}
    wanted = {(chapter, int(section)) for chapter, sections in SECTIONS.items() for section in sections}
    assert wanted - found == set()


def test_every_row_says_whether_it_applies_and_how() -> None:
    assert [row for row in rows() if row[1] not in ("yes", "no", "open") or not row[2]] == []
