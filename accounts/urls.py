"""The addresses of everything about people, room by room; our own go before allauth's."""

from django.urls import include, path

ROOMS = ("api_tokens", "leaving", "entrance", "settings", "sanctions", "mail", "notices", "people")

urlpatterns = [path("", include(f"accounts.{room}.urls")) for room in ROOMS]
