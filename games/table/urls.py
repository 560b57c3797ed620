"""The addresses of a table in play."""

from django.urls import path

from games.table.views import guide, hints, moments, orders, pace, staying, table, terms

urlpatterns = [
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/move/", table.move, name="table-move"),
    path("tables/<int:pk>/undo/", table.take_back, name="table-undo"),
    path("tables/<int:pk>/orders/", orders.orders, name="table-orders"),
    path("tables/<int:pk>/orders/revoke/", orders.revoke, name="table-orders-revoke"),
    path("tables/<int:pk>/hint/", hints.hint, name="table-hint"),
    path("tables/<int:pk>/pace/", pace.pace, name="table-pace"),
    path("tables/<int:pk>/guide/", guide.attend, name="table-guide"),
    path("tables/<int:pk>/way/", staying.way, name="table-way"),
    path("tables/<int:pk>/back/", staying.come_back, name="table-back"),
    path("tables/<int:pk>/concede/", staying.concede, name="table-concede"),
    path("tables/<int:pk>/terms/", terms.terms, name="table-terms"),
    path("tables/<int:pk>/terms/propose/", terms.propose, name="table-propose"),
    path("tables/<int:pk>/terms/answer/", terms.answer, name="table-answer"),
    path("tables/<int:pk>/terms/go-on/", terms.go_on, name="table-go-on"),
    path("tables/<int:pk>/terms/take-over/", terms.take_over, name="table-take-over"),
    path("tables/<int:pk>/terms/substitute/", terms.invite, name="table-substitute"),
    path("tables/<int:pk>/log/<int:before>/", table.older_log, name="table-log"),
    path("tables/<int:pk>/moments/<int:number>/", moments.moments, name="table-moments"),
]
