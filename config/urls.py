"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from games.consumers import LobbyConsumer
from games.views.health import health
from games.views.home import home

urlpatterns = [
    path("", home, name="home"),
    path("healthz", health, name="health"),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
]

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi(), name="lobby-socket"),
]
