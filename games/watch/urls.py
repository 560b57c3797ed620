"""The addresses of watching."""

from django.urls import path

from games.watch import views

urlpatterns = [
    path("watch/", views.watch, name="watch"),
    path("watch/featured/", views.featured, name="watch-featured"),
    path("watch/running/", views.running, name="watch-running"),
]
