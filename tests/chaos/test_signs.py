"""A web pushes again when two entries come as soon as they are played; one alone may come of a look at the tables."""

import pytest

from tests.chaos.client import Push
from tests.chaos.signs import are_steady

HEALED_AT = 1000.0


@pytest.mark.parametrize(
    ("came", "is_sign"),
    [
        ([(1001, 0.1), (1002, 0.1)], True),
        ([(1001, 0.1)], False),
        ([(1001, 0.1), (1021, 0.1), (1041, 0.1)], False),  # a web that only looks, every 20 seconds
        ([(1001, 6.0), (1002, 7.0)], False),  # late
        ([(1001, 2.0), (1002, 3.0)], False),  # played before it was healed
        ([(1001, 0.1), (1004, 6.0), (1005, 0.1)], True),
    ],
)
def test_pushes_are_a_sign_where_they_come_at_once_and_again(came: list[tuple[float, float]], is_sign: bool) -> None:
    pushes = [Push(at, number) for number, (at, _) in enumerate(came)]
    played = {number: at - late for number, (at, late) in enumerate(came)}
    assert are_steady(pushes, played, HEALED_AT) is is_sign


def test_what_was_taken_back_from_the_database_is_no_sign() -> None:
    assert not are_steady([Push(1001, 1), Push(1002, 2)], {}, HEALED_AT)
