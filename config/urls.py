"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path, re_path

from config.collecting import metrics
from config.health import readiness
from config.styleguide import styleguide
from config.version import show_version
from config.web.nowhere import NoSuchSocket
from games.lobby.consumers import LobbyConsumer, WaitingRoomConsumer
from games.notices.consumers import BellConsumer
from games.table.consumers import TableConsumer
from games.table.room import at_table
from games.tournaments.consumers import TournamentConsumer
from leaderboard.consumers import RankingsConsumer

urlpatterns = [
    path("", include("games.urls")),
    path("", include("leaderboard.urls")),
    path("readyz", readiness, name="readiness"),
    path("metrics", metrics, name="metrics"),
    path("version", show_version, name="version"),
    path("styleguide/", styleguide, name="styleguide"),
    path("", include("accounts.urls")),
    path("", include("config.about.urls")),
    path("admin/engine-room/", include("games.operations.urls")),
    path("admin/", admin.site.urls),
]

handler500 = "config.errors.show_accident"

websocket_urlpatterns = [
    path("ws/bell/", BellConsumer.as_asgi(), name="bell-socket"),
    path("ws/lobby/", LobbyConsumer.as_asgi(), name="lobby-socket"),
    path("ws/tables/<int:pk>/", at_table(TableConsumer.as_asgi()), name="table-socket"),
    path("ws/rankings/", RankingsConsumer.as_asgi(), name="rankings-socket"),
    path("ws/tournaments/<int:pk>/", TournamentConsumer.as_asgi(), name="tournament-socket"),
    path("ws/waiting/<int:pk>/", at_table(WaitingRoomConsumer.as_asgi()), name="waiting-socket"),
    # From afar, and so without a place among the onlookers of the table, who are limited.
    path("ws/watch/<int:pk>/", WaitingRoomConsumer.as_asgi(), name="watch-socket"),
    re_path("", NoSuchSocket.as_asgi()),
]
