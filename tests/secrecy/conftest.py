"""People, tables and staff, as the tests of games and of moderation have them."""

from tests.games.conftest import guest, people, table
from tests.moderation.conftest import staff

__all__ = ["guest", "people", "staff", "table"]
