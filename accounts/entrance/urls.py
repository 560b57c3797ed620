"""The addresses of coming in and going out; most of them are allauth's."""

from django.urls import URLPattern, URLResolver, include, path

from accounts.entrance import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/signup/", views.register, name="account_signup"),
    path("account/logout/", views.log_out, name="account_logout"),
    path("account/", include("allauth.urls")),
]
