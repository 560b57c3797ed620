"""What the server says when it is open."""

from collections.abc import Iterator

from django.conf import settings


def welcome(address: str, *, private: bool) -> Iterator[str]:
    """Say where the site is; to a developer alone on the machine also what to try first."""
    yield f"Dream Factory is open at {address} (Ctrl-C closes it)"
    if settings.DEBUG and private:
        yield from first_steps()


def first_steps() -> Iterator[str]:
    """Say what helps in development and must never be said on a public host."""
    yield "  mail goes to this terminal; an administrator is made by .venv/bin/python manage.py createsuperuser"
