"""What every page knows about the site."""

from django.conf import settings
from django.http import HttpRequest


def operator(request: HttpRequest) -> dict[str, str]:
    """Give the name of whoever runs the site: there is an imprint where it is known."""
    return {"operator_name": settings.OPERATOR["name"]}
