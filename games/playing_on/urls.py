"""The addresses of playing on."""

from django.urls import path

from games.playing_on import views

urlpatterns = [
    path("tables/<int:pk>/origin/", views.to_origin, name="origin"),
    path("tables/<int:pk>/play-on/<int:number>/", views.from_match, name="play-on"),
    path("records/<str:token>/play-on/<int:number>/", views.from_record, name="record-play-on"),
]
