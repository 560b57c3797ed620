"""Every part of the design in one place, for those who build with it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the components; only in development, where they are made."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "styleguide.html")
