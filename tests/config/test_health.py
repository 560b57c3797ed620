"""The page for supervisors."""

from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_a_process_that_reaches_its_database_is_healthy(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"database": "reachable"}


@pytest.mark.django_db
def test_a_process_without_its_database_is_not_healthy(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"database": "away"}
