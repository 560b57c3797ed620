"""What those who look after the house see of tables: nothing secret of a match, and tools instead of fields."""

from games.moderation import history, maintenance, matches, reports, talk

__all__ = ["history", "maintenance", "matches", "reports", "talk"]
