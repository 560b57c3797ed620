"""The app of ratings and records."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """How players stand."""

    name = "leaderboard"
