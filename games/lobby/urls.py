"""The addresses of the first page, the lobby and waiting rooms."""

from django.urls import path

from games.lobby.seek import views as seek
from games.lobby.views import home, invitations, lobby, rematch, seats, tables

urlpatterns = [
    path("", home.home, name="home"),
    path("try/", home.try_now, name="try-now"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/own/", lobby.own_tables, name="lobby-own"),
    path("lobby/open/", lobby.listed_tables, name="lobby-open"),
    path("lobby/seek/", seek.seek, name="seek"),
    path("lobby/seek/start/", seek.start, name="seek-start"),
    path("lobby/seek/stop/", seek.stop, name="seek-stop"),
    path("tables/new/", tables.new, name="table-new"),
    path("tables/join/<str:token>/", seats.join_by_link, name="table-link"),
    path("tables/<int:pk>/rematch/", rematch.rematch, name="table-rematch"),
    path("tables/<int:pk>/room/", tables.room, name="table-room"),
    path("tables/<int:pk>/options/", tables.options, name="table-options"),
    path("tables/<int:pk>/join/", seats.join, name="table-join"),
    path("tables/<int:pk>/leave/", seats.leave, name="table-leave"),
    path("tables/<int:pk>/kick/", seats.kick, name="table-kick"),
    path("tables/<int:pk>/studio/", seats.choose_studio, name="table-studio"),
    path("tables/<int:pk>/ready/", seats.ready, name="table-ready"),
    path("tables/<int:pk>/start/", seats.start, name="table-start"),
    path("tables/<int:pk>/ai/", seats.fill, name="table-ai"),
    path("tables/<int:pk>/dissolve/", seats.dissolve, name="table-dissolve"),
    path("tables/<int:pk>/invite/", invitations.invite, name="table-invite"),
    path("tables/<int:pk>/withdraw/<int:invitation>/", invitations.withdraw, name="table-withdraw"),
    path("invitations/<int:pk>/accept/", invitations.accept, name="invitation-accept"),
    path("invitations/<int:pk>/decline/", invitations.decline, name="invitation-decline"),
]
