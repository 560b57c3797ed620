"""The addresses of the lobby and the tables."""

from django.urls import path

from games.views import deal_check, home, invitations, lobby, rematch, rules, seats, strength, table, tables, talk

urlpatterns = [
    path("", home.home, name="home"),
    path("try/", home.try_now, name="try-now"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:edition_id>/", rules.rules, name="rules"),
    path("ai/", strength.strength, name="strength"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/own/", lobby.own_tables, name="lobby-own"),
    path("lobby/open/", lobby.listed_tables, name="lobby-open"),
    path("tables/new/", tables.new, name="table-new"),
    path("tables/join/<str:token>/", seats.join_by_link, name="table-link"),
    path("tables/<int:pk>/", tables.table, name="table"),
    path("tables/<int:pk>/move/", table.move, name="table-move"),
    path("tables/<int:pk>/undo/", table.take_back, name="table-undo"),
    path("tables/<int:pk>/log/<int:before>/", table.older_log, name="table-log"),
    path("tables/<int:pk>/talk/", talk.conversation, name="table-talk"),
    path("tables/<int:pk>/say/", talk.say_something, name="table-say"),
    path("tables/<int:pk>/notes/", talk.write_notes, name="table-notes"),
    path("tables/<int:pk>/check/", deal_check.check, name="table-check"),
    path("tables/<int:pk>/record/", deal_check.record, name="table-record"),
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
