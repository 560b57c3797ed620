"""People for the tests of the leaderboard."""

from tests.games.conftest import people, table

__all__ = ["people", "table"]
