"""What a fresh site asks first."""

from itertools import pairwise

from games.problems.shipping import shipped


def test_it_begins_with_an_auction_and_then_kinds_take_turns():
    problems = shipped()
    assert problems[0]["kind"] == "bid"
    assert len(problems[0]["answers"]) > 2
    assert all(one["kind"] != other["kind"] for one, other in pairwise(problems))
