"""The app of ratings and records."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """How players stand."""

    name = "leaderboard"

    def ready(self) -> None:
        """Connect the listeners to their signals."""
        from leaderboard import listeners  # noqa: F401
