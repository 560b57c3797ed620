"""Two tables that differ only in what an account may not know answer its programs alike."""

from random import Random

import pytest

from tests.games.api.conftest import Programs
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import with_other_secrets
from tests.games.table.test_same_bytes import lay, match, some_state
from tests.lengths import how_many

__all__ = ["match"]
PAIRS = how_many(short=6, long=1_000)
NAMES = ("ada", "grace", "hedy", "zadie", "fritz")


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_knowledge_gives_equal_answers(match, program: Programs, edition, seats):
    dice = Random(f"api/{edition}/{seats}")
    match.seats.filter(number__gte=seats).delete()
    viewers = [(number, program(NAMES[number])) for number in range(seats)] + [(None, program("stranger"))]
    for pair in range(PAIRS):
        seat, viewer = viewers[pair % len(viewers)]
        state = some_state(edition, seats, dice)
        answers = []
        for secrets in (state, with_other_secrets(state, seat, dice)):
            lay(match, secrets, dice.randbytes(32))
            answer = viewer.get(f"tables/{match.pk}")
            answers.append((answer.status_code, answer.content, {**answer.headers}))
        assert answers[0] == answers[1]
        assert answers[0][0] == 200
