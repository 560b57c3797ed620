"""Sessions: what a stranger calls a key is looked up only if it could be one."""

from importlib import import_module

import pytest
from django.conf import settings

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


@pytest.mark.parametrize("key", ["a" * 20 + "\0" + "a" * 11, "../../../etc/passwd", "ä" * 32, "a b c d e f g h", ""])
def test_what_nobody_handed_out_is_no_key(key: str) -> None:
    """PostgreSQL would refuse to compare a NUL, which a cookie brings as `\\000`: a 500 for each request."""
    assert SessionStore(key).session_key is None


@pytest.mark.django_db
def test_what_was_handed_out_is_found_again() -> None:
    session = SessionStore()
    session["seat"] = 1
    session.save()
    assert SessionStore(session.session_key)["seat"] == 1
