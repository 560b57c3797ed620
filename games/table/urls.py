"""The addresses of a table in play."""

from django.urls import path

from games.table.views import guide, hints, staying, table

urlpatterns = [
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/move/", table.move, name="table-move"),
    path("tables/<int:pk>/undo/", table.take_back, name="table-undo"),
    path("tables/<int:pk>/hint/", hints.hint, name="table-hint"),
    path("tables/<int:pk>/guide/", guide.attend, name="table-guide"),
    path("tables/<int:pk>/way/", staying.way, name="table-way"),
    path("tables/<int:pk>/back/", staying.come_back, name="table-back"),
    path("tables/<int:pk>/concede/", staying.concede, name="table-concede"),
    path("tables/<int:pk>/log/<int:before>/", table.older_log, name="table-log"),
]
