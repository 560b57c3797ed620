"""The Content-Security-Policy of every answer: nothing inline, and nothing from elsewhere."""

from typing import Any

from csp.constants import NONE, SELF


def configure(site_url: str) -> dict[str, Any]:
    """Give the policy; its sockets are named, since older browsers do not count them as 'self'."""
    return {
        "DIRECTIVES": {
            "default-src": [SELF],
            "connect-src": [SELF, site_url.replace("http", "ws", 1)],
            "img-src": [SELF, "data:"],
            "object-src": [NONE],
            "base-uri": [NONE],
            "form-action": [SELF],
            "frame-ancestors": [NONE],
        },
    }
