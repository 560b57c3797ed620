"""From which pages a socket may be opened: those of this very site, by scheme, name and port."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import ParseResult

from channels.security.websocket import OriginValidator
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SiteOriginValidator(OriginValidator):
    """Lets in the same pages as Django lets post: of SITE_URL, of origins we trust, and of the address that was asked.

    The last is for development, where one machine has several names; another port on it is another site.
    """

    def __init__(self, application: Any) -> None:
        trusted = [origin.replace("://*.", "://.") for origin in settings.CSRF_TRUSTED_ORIGINS]
        super().__init__(application, [settings.SITE_URL, *trusted])

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Ask for this one connection, since each names the address it came by."""
        allowed = [*self.allowed_origins, *asked_address(scope)]
        await SafeOriginValidator(self.application, allowed)(scope, receive, send)


class SafeOriginValidator(OriginValidator):
    """Refuses an origin that cannot be read."""

    def valid_origin(self, parsed_origin: ParseResult | None) -> bool:
        """Compare; a port that is no number is nobody's."""
        try:
            return bool(super().valid_origin(parsed_origin))
        except ValueError:
            return False


def asked_address(scope: dict[str, Any]) -> Iterator[str]:
    """Give the origin of a page of the address that was asked, if that is one of ours."""
    for name, value in scope.get("headers", []):
        host = value.decode("latin-1") if name == b"host" else ""
        domain, _port = split_domain_port(host)
        if domain and validate_host(domain, settings.ALLOWED_HOSTS):
            yield f"{settings.SITE.scheme}://{host}"
