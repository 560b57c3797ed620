"""What a browser sends from the table is read with suspicion."""

import pytest
from django.http import QueryDict

from games.models.played_move import BY_STAFF
from games.table.forms import LONGEST_KEY, read_key, read_seen
from games.table.rendering import TableVersion


def test_a_page_says_what_it_shows() -> None:
    assert read_seen(QueryDict("seen=12.3&number=13")) == TableVersion(12, 3)


@pytest.mark.parametrize("said", ["", "seen=", "seen=12", "seen=12.", "seen=.3", "seen=a.b", "seen=-1.0", "number=5"])
def test_a_page_that_says_nothing_sensible_has_seen_nothing(said: str) -> None:
    assert read_seen(QueryDict(said)) is None


def test_the_key_of_a_page_tells_one_answer_from_the_next() -> None:
    first, again, next_one = (read_key(QueryDict(f"key=4.0&number={number}")) for number in (7, 7, 8))
    assert first == again
    assert first != next_one


@pytest.mark.parametrize("key", ["", "%00", f"{BY_STAFF}1"])
def test_a_key_that_may_not_be_is_none(key: str) -> None:
    assert read_key(QueryDict(f"number=1&key={key}")) == ""


def test_a_key_has_room_where_it_is_stored() -> None:
    assert len(read_key(QueryDict(f"number=99999999&key={'x' * 1000}"))) <= LONGEST_KEY + 9
