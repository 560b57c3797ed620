"""Sessions in the database, asked for only by keys that could be theirs."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Takes what nobody here handed out for no key at all: a cookie can hold a NUL, over which PostgreSQL stumbles."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and key.isascii() and key.isalnum() and super()._validate_session_key(key))  # type: ignore[misc]
