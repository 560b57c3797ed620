"""The wiring as an app, so that its commands are found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Holds the command that serves the site."""

    name = "config"
