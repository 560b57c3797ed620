"""Staff for the operator's page."""

from tests.moderation.conftest import as_in_production, at_work, staff

__all__ = ["as_in_production", "at_work", "staff"]
