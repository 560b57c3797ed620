"""The address that turns off a kind of mail."""

from django.urls import path

from accounts.mail import views

urlpatterns = [
    path("notices/off/<str:token>/", views.turn_off, name="notices-off"),
]
