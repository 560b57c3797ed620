"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the listeners to their signals."""
        from accounts import listeners  # noqa: F401
        from accounts.sanctions import letters as letters_about_sanctions  # noqa: F401
        from accounts.staff import letters as letters_about_factors  # noqa: F401
