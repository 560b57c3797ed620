"""What browsers send."""

import pytest

from games.play.requests import number_in


@pytest.mark.parametrize(("text", "number"), [("17", 17), ("", 0), ("-1", 0), ("x", 0), ("²", 0), ("1" * 5000, 0)])
def test_what_is_no_number_of_a_row_is_none(text, number):
    assert number_in(text) == number
