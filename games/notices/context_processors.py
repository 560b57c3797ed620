"""What the bell of every page counts."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.notices.selectors import count_for


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give the number beside the bell, asked for only where one is drawn; a table does not count itself."""
    user = getattr(request, "user", None)  # an error page may be drawn before anybody looked who asks
    if not isinstance(user, User):
        return {}
    table = _table_of(request)
    return {"bell_count": SimpleLazyObject(lambda: count_for(user, besides=table)), "bell_at": table}


def _table_of(request: HttpRequest) -> int | None:
    found = request.resolver_match
    return found.kwargs.get("pk") if found is not None and found.url_name == "table" else None
