"""What staff see of tables: nothing secret of a match, and tools instead of fields."""

from games.moderation.admin import maintenance, matches, moves, reports, talk
from games.problems import admin as problems

__all__ = ["maintenance", "matches", "moves", "problems", "reports", "talk"]
