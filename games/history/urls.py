"""The addresses of the history: lists, replays, records."""

from django.urls import path

from games.views import card, history, records, replay

urlpatterns = [
    path("history/", history.history, name="history"),
    path("history/export/", history.export, name="history-export"),
    path("history/mine/", history.my_history, name="my-history"),
    path("history/mine/export/", history.my_export, name="my-history-export"),
    path("tables/<int:pk>/replay/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/<int:number>/", replay.replay, name="replay"),
    path("tables/<int:pk>/card.png", card.card, name="table-card"),
    path("records/import/", records.records, name="records"),
    path("records/editions/<slug:edition_id>.json", records.edition_file, name="edition-file"),
    path("records/<str:token>/", records.record, name="record"),
    path("records/<str:token>/<int:number>/", records.record, name="record"),
    path("records/<str:token>/record.json", records.record_file, name="record-file"),
    path("records/<str:token>/delete/", records.throw_away, name="record-delete"),
]
