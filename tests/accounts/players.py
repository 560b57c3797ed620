"""People for the tests."""

import re

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "a long sentence"


def player(name: str = "Ada", *, password: str = PASSWORD, confirmed: bool = True, **fields) -> User:
    """Make somebody with a confirmed address."""
    email = f"{name.lower().replace(' ', '.')}@example.org"
    user = User.objects.create_user(name, email, password, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=confirmed, primary=True)
    return user


def logged_in(user: User) -> Client:
    """Log somebody in by the page, as people do."""
    client = Client()
    answer = log_in(client, user.username)
    assert answer.status_code == 302, answer.context["form"].errors
    return client


def log_in(client: Client, login: str, password: str = PASSWORD, **extra):
    return client.post("/account/login/", {"login": login, "password": password}, **extra)


def prove_it_is_me(client: Client) -> None:
    """Type the password once more, as pages with something precious ask."""
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302


def link_in_mail(number: int = -1) -> str:
    """Find the path of the link in a mail."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.outbox[number].body))
    assert found, mail.outbox[number].body
    return found[1]


def register(client: Client, name: str = "Ada", email: str = "ada@example.org", password: str = PASSWORD, **extra):
    return client.post("/account/signup/", {"username": name, "email": email, "password1": password}, **extra)


def seen(answer) -> tuple:
    """Reduce an answer to what a stranger can tell apart."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|"X-CSRFToken": "[^"]+"', "", answer.content.decode())
    return answer.status_code, answer.headers.get("Location"), text, sorted(answer.cookies)
