"""What a brain in another process is asked, as a line of JSON: nothing but what its seat may know."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.ai.brain import Sight, Thought
from games.ai.levels import LEVELS
from games.engine import View, from_json


@dataclass(frozen=True, slots=True)
class Question:
    """One decision of a seat: the view in plain JSON, which no longer holds anything hidden."""

    level: str
    view: dict[str, object]
    purses: Sequence[int]
    options: Sequence[int]
    seed: str
    log: Sequence[int] = ()
    whim: str = ""

    def to_line(self) -> bytes:
        words = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps(words, separators=(",", ":")).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Question":
        return cls(**json.loads(line))

    def look(self) -> Sight:
        """Return the seat's sight, as it was before it travelled."""
        viewer = self.view["viewer"]
        assert isinstance(viewer, int)
        return Sight(View(viewer, from_json(self.view)), tuple(self.purses), tuple(self.log), self.whim)


def think(question: Question) -> Thought:
    """Return the answer of the level that is asked."""
    dice = Random(question.seed)  # noqa: S311 - whoever asks made the seed unpredictable
    return LEVELS[question.level].brain(list(question.options), question.look, dice)
