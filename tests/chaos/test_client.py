"""A client's page comes back as a browser's does, in a third of its time."""

import re

import pytest

from tests.chaos import client
from tests.chaos.client import BUSY, COME_BACK, COME_LATER, Page
from tests.chaos.journal import Journal
from tests.processes import ROOT


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """One whose pauses are not spread by chance."""
    monkeypatch.setattr(client, "random", lambda: 0.5)
    return Page(None, 1, [], Journal())


def test_a_page_that_comes_in_vain_waits_longer_each_time(page: Page) -> None:
    assert [page.draw_pause() for _ in range(6)] == pytest.approx([1 / 3, 2 / 3, 4 / 3, 8 / 3, 16 / 3, 20 / 3])


def test_a_page_that_is_asked_to_come_later_does_until_it_hears_something(page: Page) -> None:
    page.draw_pause()
    pauses = []
    for _ in range(6):
        page.note_loss(BUSY)
        pauses.append(page.draw_pause())
    assert pauses == pytest.approx([4 / 3, 8 / 3, 16 / 3, 32 / 3, 20, 20])
    page.note_loss()
    assert page.draw_pause() == 20
    page._read('{"same": true}')
    assert page.draw_pause() == pytest.approx(1 / 3)


def test_a_clients_pauses_are_thirds_of_a_browsers() -> None:
    script = (ROOT / "static/js/live.js").read_text()
    for manner, pauses in (("usual", COME_BACK), ("rush", COME_LATER)):
        written = re.search(rf"{manner}: \[([\d_]+), ([\d_]+)\]", script)
        assert written is not None
        assert [int(milliseconds) / 1000 for milliseconds in written.groups()] == pytest.approx([3 * s for s in pauses])


def table(number: int) -> str:
    return f'<table-version data-number="{number}" data-version="0"></table-version>'


@pytest.mark.parametrize(
    ("frames", "pushed"),
    [
        ([table(7)], []),  # what a page lacks that has just opened
        ([table(7), table(8), table(9)], [8, 9]),
        (['{"same": true}', table(7)], [7]),
        (['{"line": 3}', table(7)], []),
        ([table(7), table(7), table(6)], []),
    ],
)
def test_what_answers_a_question_is_no_push(page: Page, frames: list[str], pushed: list[int]) -> None:
    page.awaits_answer = True
    for frame in frames:
        page._read(frame)
    assert [push.number for push in page.pushes] == pushed
