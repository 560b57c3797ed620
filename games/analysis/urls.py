"""The addresses of analyses."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("tables/<int:pk>/analysis/", views.of_match, name="table-analysis"),
    path("tables/<int:pk>/analysis/ask/", views.ask_for_match, name="table-analysis-ask"),
    path("records/<str:token>/analysis/", views.of_record, name="record-analysis"),
    path("records/<str:token>/analysis/ask/", views.ask_for_record, name="record-analysis-ask"),
]
