"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the listeners to their signals."""
        from accounts import listeners  # noqa: F401
        from accounts.sanctions import letters  # noqa: F401
