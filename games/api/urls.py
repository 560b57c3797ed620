"""The addresses of the API, and of the page that explains it, which stands outside: it knows its reader by a cookie."""

from django.urls import path

from games.api.page import explain
from games.api.views import api

urlpatterns = [
    path("developers/", explain, name="developers"),
    path("api/v1/", api.urls),
]
