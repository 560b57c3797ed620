"""Problems as a browser gets them, and how far apart they are."""

import re
from datetime import timedelta

from django.test import Client

DAY = timedelta(days=1)


def page_of(client: Client, path: str = "/problems/", language: str = "en") -> str:
    return client.get(path, headers={"accept-language": language}).content.decode()


def bare(page: str) -> str:
    """A page without what is new each time it is asked for."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"|("csrfToken"|X-CSRFToken)[^,}]*', "", page)
