"""The wiring as an app, so that its commands are found."""

from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    """Holds the command that serves the site."""

    name = "config"

    def ready(self) -> None:
        """Tell Sentry of errors from now on, if there is one."""
        if settings.SENTRY_DSN:
            from config.alarms import tell_sentry
            from config.version import version

            tell_sentry(settings.SENTRY_DSN, version())
