"""The address of saying thanks."""

from django.urls import path

from games.thanks import views

urlpatterns = [path("tables/<int:pk>/thanks/", views.thanks, name="table-thanks")]
