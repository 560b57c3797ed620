"""Who comes with which token, what it is good for, and how often."""

from functools import wraps
from time import time
from typing import Any, Final, cast

from django.core.cache import cache
from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.api_tokens.services import find_token
from accounts.models import ApiToken, User
from accounts.sanctions.selectors import ban_on
from games.api.problems import Problem

# Requests of one token in a minute. A move in turn is counted apart and so rarely refused that no pace of play is.
LIMITS: Final = {"request": 600, "move": 1200}
MINUTE: Final = 60


class TokenAuth(HttpBearer):
    """Lets in whoever comes with a good token; there is no other way in."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        """Return the token, or say why not."""
        found = find_token(token)
        if found is None:
            raise Problem(401, "unauthorized", "This needs a good token: Authorization: Bearer TOKEN.")
        if ban_on(found.user):
            raise Problem(403, "banned", "This account is banned; its owner finds out why by logging in.")
        _count(found, "move" if request.path.endswith("/moves") else "request")
        return found


def needs(scope: str) -> Any:
    """Refuse tokens without a scope."""

    def guard(view: Any) -> Any:
        @wraps(view)
        def check(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if scope not in token_of(request).scopes:
                raise Problem(403, "scope", f"This needs a token with the scope {scope}.")
            return view(request, *args, **kwargs)

        return check

    return guard


def token_of(request: HttpRequest) -> ApiToken:
    return cast(ApiToken, request.auth)  # type: ignore[attr-defined]


def account(request: HttpRequest) -> User:
    """Return whom the token belongs to."""
    return token_of(request).user


def _count(token: ApiToken, what: str) -> None:
    minute, passed = divmod(int(time()), MINUTE)
    key = f"api:{what}:{token.user_id}:{minute}"
    cache.add(key, 0, MINUTE)
    try:
        times = cache.incr(key)
    except ValueError:  # it fell out of the cache in the same moment
        return
    if times is not None and times > LIMITS[what]:
        raise Problem(429, "limit", f"At most {LIMITS[what]} requests a minute.", retry_after=MINUTE - passed)
