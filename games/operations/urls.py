"""The address of the operator's page; it stands among the admin's."""

from django.urls import path

from games.operations import views

urlpatterns = [
    path("", views.engine_room, name="engine-room"),
]
