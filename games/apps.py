"""The app of matches and tables."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Everything about playing."""

    name = "games"
