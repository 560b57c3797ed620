"""Pages under ASGI, as Daphne calls them."""

import threading

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path
from django.utils.deprecation import MiddlewareMixin

threads: set[int] = set()


def remember_the_thread(request: HttpRequest) -> HttpResponse:
    threads.add(threading.get_ident())
    return HttpResponse("here")


class Witness(MiddlewareMixin):
    """A middleware that can do both and notes in which thread it is called."""

    def process_request(self, request: HttpRequest) -> None:
        threads.add(threading.get_ident())


urlpatterns = [path("", remember_the_thread)]


@override_settings(
    ROOT_URLCONF=__name__,
    MIDDLEWARE=[f"{__name__}.Witness", "config.middleware.one_thread"],
)
async def test_a_request_stays_in_one_thread() -> None:
    threads.clear()
    response = await AsyncClient().get("/")
    assert response.status_code == 200
    assert len(threads) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_first_page_speaks_the_readers_language(client: Client, language: str) -> None:
    response = client.get("/", headers={"accept-language": language})
    assert response.status_code == 200
    assert f'lang="{language}"' in response.content.decode()
