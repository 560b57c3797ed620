"""Where to go on, without being sent off the site."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, otherwise: str) -> str:
    """Give the address the form asked for if it is one of ours; a mere word would be taken for the name of a page."""
    wanted = request.POST.get("next", "")
    if not wanted.startswith("/"):
        return resolve_url(otherwise)
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return wanted
    return resolve_url(otherwise)
