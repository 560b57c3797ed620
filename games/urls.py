"""The addresses of everything about playing, room by room."""

from django.urls import include, path

ROOMS = (
    *("lobby", "table", "watch", "talk", "learn", "history", "tournaments", "analysis", "feeds", "groups", "thanks"),
    *("moderation", "api", "notices", "problems", "playing_on"),
)

urlpatterns = [path("", include(f"games.{room}.urls")) for room in ROOMS]
