"""Programs that come with tokens."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.api_tokens.services import make_token
from accounts.models import User
from tests.games.conftest import People

ALL = ("read", "play", "tables")


class Program:
    """Calls the API by a token, as any program would."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.client = Client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.token}", **headers})

    def post(self, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        data = "" if body is None else json.dumps(body)
        return self.client.post(f"/api/v1/{path}", data, content_type="application/json", headers=headers)


Programs = Callable[..., Program]


@pytest.fixture
def program(people: People) -> Programs:
    """A program of somebody, with a token for these scopes."""

    def made(owner: str | User = "ada", scopes: tuple[str, ...] = ALL) -> Program:
        user = people(owner) if isinstance(owner, str) else owner
        return Program(make_token(user=user, name="test", scopes=scopes))

    return made
