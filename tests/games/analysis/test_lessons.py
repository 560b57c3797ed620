"""Who learns from a decision goes on to the next one: of their own, where they have any."""

from dataclasses import dataclass

from games.analysis.page import _next_lesson


@dataclass
class Told:
    at: int
    is_mine: bool

    @property
    def learn(self) -> str:
        return f"?at={self.at}&learn=1"


def test_the_next_question_is_the_readers_own():
    decisions = [Told(3, False), Told(5, True), Told(8, False), Told(9, True)]
    assert _next_lesson(decisions, 3) == "?at=5&learn=1"
    assert _next_lesson(decisions, 5) == "?at=9&learn=1"
    assert _next_lesson(decisions, 9) == ""


def test_a_spectator_is_asked_in_everybodys_place():
    assert _next_lesson([Told(3, False), Told(8, False)], 3) == "?at=8&learn=1"
