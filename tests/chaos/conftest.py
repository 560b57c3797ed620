"""People and tables, as the tests of games have them."""

from tests.games.conftest import guest, people, table

__all__ = ["guest", "people", "table"]
