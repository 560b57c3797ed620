"""The addresses of the bell."""

from django.urls import path

from games.notices import views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/bell/", views.bell, name="bell"),
    path("notices/read/", views.read, name="notices-read"),
]
