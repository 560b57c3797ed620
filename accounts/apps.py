"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who you are."""

    name = "accounts"
