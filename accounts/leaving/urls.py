"""The addresses of taking one's data along and going for good."""

from django.urls import path

from accounts.leaving import views

urlpatterns = [
    path("account/sessions/<int:pk>/end/", views.end_session, name="end-session"),
    path("settings/data/", views.data, name="settings-data"),
    path("settings/data/file/", views.download, name="take-out"),
    path("settings/delete/", views.delete, name="delete-account"),
]
