"""Every address of the site, found by walking its URL configuration, with something to put into each of its gaps."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import get_resolver
from django.urls.resolvers import RegexPattern, URLPattern

from games.models import Match

# What is not asked for: it never ends, or it ends the session of whoever asks.
LEFT_OUT = {
    "api/v1/stream": "it never ends; tests/games/api has its own tests",
    "readyz": "it tells how old what is due is, to the second",
    "account/logout/": "it would end the visit",
    "admin/logout/": "it would end the visit",
    "account/2fa/totp/activate/": "it shows a new secret of the visitor's own each time",
    "account/2fa/webauthn/add/": "it shows a new challenge each time",
    "account/2fa/webauthn/login/": "it shows a new challenge each time",
}


class Address(NamedTuple):
    """A route and the names of its gaps."""

    route: str
    gaps: tuple[str, ...]

    def filled(self, values: dict[str, Any]) -> str:
        """Return the path with every gap filled; one that nobody knows is a reason to look here."""
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: str(values[gap[1]]), self.route)


def every_address() -> Iterator[Address]:
    """Yield all of them, once each."""
    found = dict.fromkeys(_walk(get_resolver().url_patterns, "", ()))
    return (address for address in found if address.route not in LEFT_OUT)


def _walk(patterns: list[Any], before: str, gaps: tuple[str, ...]) -> Iterator[Address]:
    for pattern in patterns:
        if isinstance(pattern.pattern, RegexPattern):  # of libraries, for links in mails; they know no match
            continue
        route, inner = f"{before}{pattern.pattern}", (*gaps, *pattern.pattern.converters)
        if isinstance(pattern, URLPattern):
            yield Address(route, inner)
        else:
            yield from _walk(pattern.url_patterns, route, inner)


def values_for(address: Address, match: Match) -> dict[str, Any]:
    """Return what is put into the gaps: the match wherever one is meant, something harmless elsewhere."""
    route = address.route
    own = route.startswith(("tables/", "api/", "admin/games/match/"))
    return {
        "pk": match.pk if own else 1,
        "object_id": match.pk if own else 1,
        "number": match.number,
        "before": match.number + 1,
        "token": match.invite_token if route.startswith("tables/") else "nothing",
        "invitation": 1,
        "entrant": 1,
        "edition_id": match.edition_id,
        "name": "grace",
        "slug": "people",
        "day": "2026-11-18",
        "seal": "nothing",
        "key": "nothing",
        "content_type_id": 1,
        "id": 1,
        "tool": "nothing",
    }
