"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from games.consumers import LobbyConsumer, TableConsumer, WaitingRoomConsumer
from games.views.health import health

urlpatterns = [
    path("", include("games.urls")),
    path("", include("games.history.urls")),
    path("healthz", health, name="health"),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
]

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi(), name="lobby-socket"),
    path("ws/tables/<int:pk>/", TableConsumer.as_asgi(), name="table-socket"),
    path("ws/waiting/<int:pk>/", WaitingRoomConsumer.as_asgi(), name="waiting-socket"),
]
