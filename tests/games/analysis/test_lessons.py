"""Who learns from a decision goes on to the next one: of their own, where they have any."""

from dataclasses import dataclass

import pytest
from django.template.loader import render_to_string

from games.analysis.decisions import decision_of
from games.analysis.page import _next_lesson
from games.history.replay import replay_of_record
from games.history.services import import_record
from tests.games.analysis.records import SHORT


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


@pytest.mark.django_db
@pytest.mark.parametrize("chances", [(0.52, 0.5, 0.315), (0.384, 0.3, 0.315)])
def test_what_an_answer_cost_is_what_its_bar_lacks(people, chances):
    replay = replay_of_record(import_record(owner=people("ada"), raw=SHORT.read_bytes()))
    number, entry = next((n, one) for n, one in enumerate(replay.timeline.entries, 1) if one[1] == "pass")
    best, other, played = chances
    answers = [
        {"entry": [entry[0], "bid", 9], "win": [best] * 2, "is_played": False, "line": []},
        {"entry": [entry[0], "bid", 8], "win": [other] * 2, "is_played": False, "line": []},
        {"entry": entry, "win": [played] * 2, "is_played": True, "line": []},
    ]
    about = {"number": number, "seat": entry[0], "kind": "passed", "price": 3, "worth": 9, "location": 1}
    mistake = {**about, "cost": best - played, "answers": answers}
    for guess, said in enumerate(("the best answer", "something else was better", "is what was played")):
        one = decision_of(mistake, replay, lambda **where: "", guess)
        told = render_to_string("games/analysis/decision_told.html", {"one": one, "page": {}})
        assert said in told
    assert one.answers[0].percent - one.answers[2].percent == one.cost
