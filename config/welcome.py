"""What the server says when it is open."""

from collections.abc import Iterator

from django.conf import settings

from games.demo.matches import DEMO_NAME, DEMO_PASSWORD, has_demo
from games.demo.moderator import MODERATOR_NAME, has_moderator


def welcome(address: str, *, private: bool) -> Iterator[str]:
    """Say where the site is; to a developer alone on the machine also what to try first."""
    yield f"Dream Factory is open at {address} (Ctrl-C closes it)"
    if settings.DEBUG and private:
        yield from first_steps()


def first_steps() -> Iterator[str]:
    """Say what helps in development and must never be said on a public host."""
    if settings.DEMO and has_demo():
        yield f"  log in as {DEMO_NAME} with the password {DEMO_PASSWORD}: three tables wait for you, two are finished"
        yield '  or press "Try it now" in a private window: a match against three AIs, without an account'
    if settings.DEMO and has_moderator():
        yield f"  as {MODERATOR_NAME}, with the same password, you are a moderator: {settings.SITE_URL}/admin/"
    yield f"  mail goes {where_mail_goes()}; an administrator is made by .venv/bin/python manage.py createsuperuser"


def where_mail_goes() -> str:
    """Say where to look for mail."""
    kind = settings.EMAIL_BACKEND.split(".")[-2]
    places = {"console": "to this terminal", "smtp": f"through {settings.EMAIL_HOST}", "filebased": "into files"}
    return places.get(kind, "nowhere")
