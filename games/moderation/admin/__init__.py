"""Matches, reports and talk in the admin: nothing secret, and tools instead of fields."""
