"""Today's problem, and matches in which one is found quickly."""

from typing import Any

import pytest

from games.ai.comparing import AnswerChance, ClearChoice
from games.engine import options
from games.models import DailyProblem
from games.problems import finding
from games.problems.services import (
    prepare_days,
)


@pytest.fixture
def problem() -> DailyProblem:
    """Today's problem, one of those that come with the site."""
    assert prepare_days() is False
    return DailyProblem.objects.get()


@pytest.fixture
def clear_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the last question of a match that is looked at be a clear choice, without playing anything on."""

    def find(state: Any, dice: Any) -> ClearChoice:
        codes = options(state)[:3]
        return ClearChoice(state.turn, tuple(AnswerChance(code, 0.3) for code in codes), 1, 0.1)

    monkeypatch.setattr(finding, "find_clear_choice", find)
