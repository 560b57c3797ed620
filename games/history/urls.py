"""The addresses of the history: lists, replays, records."""

from django.urls import path

from games.history.views import card, deal_check, lists, records, replay

urlpatterns = [
    path("history/", lists.history, name="history"),
    path("history/export/", lists.export, name="history-export"),
    path("history/mine/", lists.my_history, name="my-history"),
    path("history/mine/export/", lists.my_export, name="my-history-export"),
    path("tables/<int:pk>/replay/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/<int:number>/", replay.replay, name="replay"),
    path("tables/<int:pk>/replay/<int:number>/card.png", card.moment_card, name="replay-card"),
    path("tables/<int:pk>/card.png", card.card, name="table-card"),
    path("tables/<int:pk>/embed/", card.embed, name="table-embed"),
    path("tables/<int:pk>/check/", deal_check.check, name="table-check"),
    path("tables/<int:pk>/record/", deal_check.record, name="table-record"),
    path("records/import/", records.records, name="records"),
    path("records/editions/<slug:edition_id>.json", records.edition_file, name="edition-file"),
    path("records/<str:token>/", records.record, name="record"),
    path("records/<str:token>/<int:number>/", records.record, name="record"),
    path("records/<str:token>/record.json", records.record_file, name="record-file"),
    path("records/<str:token>/delete/", records.throw_away, name="record-delete"),
]
