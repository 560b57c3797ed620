"""The app of people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Connect the listeners to their signals."""
        from accounts import listeners  # noqa: F401
        from accounts.sanctions import letters as letters_about_sanctions  # noqa: F401
        from accounts.staff import letters as letters_about_factors  # noqa: F401
