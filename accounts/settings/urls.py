"""The addresses of one's own settings."""

from django.urls import path

from accounts.settings import views

urlpatterns = [
    path("settings/", views.profile, name="settings"),
    path("settings/preferences/", views.preferences, name="settings-preferences"),
    path("settings/notices/", views.notices, name="settings-notices"),
    path("settings/blocked/", views.blocked, name="settings-blocked"),
]
