"""The addresses of one's own settings."""

from django.urls import path

from accounts.settings import devices, views

urlpatterns = [
    path("settings/", views.profile, name="settings"),
    path("settings/preferences/", views.preferences, name="settings-preferences"),
    path("settings/notices/", views.notices, name="settings-notices"),
    path("settings/rest/", views.rest, name="settings-rest"),
    path("settings/rest/holidays/", views.plan, name="plan-holiday"),
    path("settings/rest/holidays/<int:pk>/end/", views.end, name="end-holiday"),
    path("settings/notices/devices/", devices.add_device, name="device-add"),
    path("settings/notices/devices/<int:pk>/remove/", devices.remove_device, name="device-remove"),
    path("settings/notices/webhooks/", devices.add_webhook, name="webhook-add"),
    path("settings/notices/webhooks/<int:pk>/remove/", devices.remove_webhook, name="webhook-remove"),
    path("settings/following/", views.following, name="settings-following"),
    path("settings/blocked/", views.blocked, name="settings-blocked"),
]
