"""The addresses of everything about playing, room by room."""

from django.urls import include, path

ROOMS = ("lobby", "table", "talk", "learn", "history", "moderation", "api", "notices", "tournaments")

urlpatterns = [path("", include(f"games.{room}.urls")) for room in ROOMS]
