"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"

    def ready(self) -> None:
        """Listen to what others ring."""
        from accounts import house_letters, listeners  # noqa: F401
