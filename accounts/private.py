"""Pages about somebody's own account stay in no memory but theirs."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import sync_only_middleware

# Settings, addresses, sessions, second factors and their codes, data to take along, one's case with the moderators.
PRIVATE: Final = ("account/", "settings/", "standing/", "notices/")


@sync_only_middleware
def keep_private(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Tell browsers and proxies to store nothing of these pages: the next at a shared device goes back in vain."""

    def respond_privately(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        if request.resolver_match and request.resolver_match.route.startswith(PRIVATE):
            add_never_cache_headers(response)
        return response

    return respond_privately
