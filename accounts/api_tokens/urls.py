"""The addresses of one's own tokens."""

from django.urls import path

from accounts.api_tokens import views

urlpatterns = [
    path("settings/tokens/", views.tokens, name="settings-tokens"),
    path("settings/tokens/bot/", views.turn_into_bot, name="become-bot"),
    path("settings/tokens/<int:pk>/revoke/", views.revoke, name="revoke-token"),
]
