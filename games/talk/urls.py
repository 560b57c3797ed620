"""The addresses of what is said and written beside a table."""

from django.urls import path

from games.talk import views

urlpatterns = [
    path("tables/<int:pk>/talk/", views.conversation, name="table-talk"),
    path("tables/<int:pk>/say/", views.say_something, name="table-say"),
    path("tables/<int:pk>/notes/", views.write_notes, name="table-notes"),
]
