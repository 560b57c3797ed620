"""A real browser on a real server: `manage.py serve` on this run's own database, and people who are logged in there."""

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from accounts.models import User
from accounts.notices.web_push import make_key
from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.processes import Running, free_port, started
from tests.waiting import PATIENCE, wait_until

PASSWORD = "a-long-evening-at-the-movies"
# Many browsers share the machine with the server.
expect.set_options(timeout=PATIENCE * 1000)
# Everybody comes from elsewhere, so that nobody is slowed down for what others did.
ADDRESSES = (str(ip_address("10.0.0.1") + number) for number in count())
# Playwright runs an event loop in the test's thread; the database is used between its calls, never inside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's own Chromium."""
    program = find_chromium()
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("No Chromium on this machine, and CI must not do without one.")
        pytest.skip("no Chromium on this machine: install it to run the browser tests")  # reason: nothing to drive
    browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
    yield browser
    browser.close()


@dataclass
class Site:
    """The site under test: where it is, what it mailed."""

    url: str
    mails: Path
    process: Running
    secret_key: str

    def mail_to(self, address: str, containing: str = "") -> str:
        """The newest mail to an address, as soon as it is there."""
        found: list[str] = []

        def arrived() -> bool:
            found[:] = [text for text in self.all_mails() if f"To: {address}" in text and containing in text]
            return bool(found)

        wait_until(arrived, f"a mail to {address}")
        return found[-1]

    def all_mails(self) -> list[str]:
        """Every mail so far, oldest first."""
        return [path.read_text() for path in sorted(self.mails.glob("*.log"), key=lambda path: path.stat().st_mtime)]

    def link_in(self, mail: str) -> str:
        """The first address of ours in a mail."""
        found = re.search(rf"{re.escape(self.url)}\S+", mail.replace("=\n", ""))
        assert found, mail
        return found[0]


@contextmanager
def serving(folder: Path, port: int, secret_key: str) -> Iterator[Site]:
    """A server on the database of the test run; one that was killed can be started again."""
    environment = {
        "GRACE_MINUTES": "0",  # late is late, as in the other tests
        # As in production: no debugging, static files collected under their lasting names.
        "SECRET_KEY": secret_key,
        "STATIC_ROOT": str(folder / "static"),
        "PORT": str(port),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "DATABASE_URL": f"sqlite:///{settings.DATABASES['default']['NAME']}",
        "EMAIL_URL": f"filemail:///{folder / 'mails'}",
        "AI_PAUSE_SECONDS": "0.05,0.1",
        "FORCED_PAUSE_SECONDS": "0.05,0.1",
        "SWEEP_SECONDS": "1",
        "TRUSTED_PROXIES": "1",
        "VAPID_PRIVATE_KEY": make_key(),
    }
    with started(["python", "manage.py", "serve", "--prepare"], folder / "log", **environment) as process:
        process.wait_for("is open at")
        yield Site(f"http://127.0.0.1:{port}", folder / "mails", process, secret_key)


@pytest.fixture(scope="session")
def running_site(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Site]:
    """One server for all browser tests of this worker."""
    with serving(tmp_path_factory.mktemp("site"), free_port(), secrets.token_hex(32)) as site:
        yield site


@pytest.fixture
def site(running_site: Site, transactional_db: None) -> Site:
    """The server, with a database that is emptied after the test."""
    return running_site


@dataclass
class Person:
    """Somebody with a browser of their own, and everything their browser complained about."""

    page: Page
    context: BrowserContext
    user: User | None = None
    complaints: list[str] = field(default_factory=list)
    secret_key: str = ""  # of the server that their browser asks


Visit = Callable[..., Person]


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visit]:
    """Opens a browser: for a stranger, or for somebody of that name who is logged in."""
    people: list[Person] = []

    def opened(
        name: str = "",
        *,
        width: int = 1440,
        script: bool = True,
        language: str = "en",
        moments: bool = False,
        **options: Any,
    ) -> Person:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": 900 if width > 700 else 780},
            java_script_enabled=script,
            locale=language,
            extra_http_headers={"X-Forwarded-For": next(ADDRESSES)},
            **{"reduced_motion": "reduce"} | options,  # nothing is drawn thirty times where once will do
        )
        context.set_default_timeout(PATIENCE * 1000)
        if not moments:  # cards lie over the table until somebody goes on
            context.add_init_script("localStorage.setItem('table-moments', 'off')")
        person = Person(context.new_page(), context, secret_key=site.secret_key)
        person.page.on("console", lambda message: _note(person, message))
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        if name:
            person.user = somebody(name, language)
            log_in(person, site)
        people.append(person)
        return person

    yield opened
    for person in people:
        person.context.close()
        assert person.complaints == []


def _note(person: Person, message: ConsoleMessage) -> None:
    """Errors and refused policies; a page that answers 4xx or 5xx on purpose is no complaint of the browser's."""
    if message.type == "error" and "the server responded with a status of" not in message.text:
        person.complaints.append(message.text)


def somebody(name: str, language: str = "en") -> User:
    """A person with a confirmed address; the same one when asked again."""
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User.objects.create_user(name, f"{name}@example.org", language=language)
        user.password = _hashed_password()
        user.save(update_fields=["password"])
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    connection.close()
    return user


@cache
def _hashed_password() -> str:
    """Hash it once for everybody: that takes a quarter of a second, and a test has two or three people."""
    return make_password(PASSWORD)


def log_in(person: Person, site: Site) -> None:
    """Gives the browser the session of somebody who logged in, sealed with the server's key."""
    client = Client()
    assert person.user is not None
    with override_settings(SECRET_KEY=site.secret_key):
        client.force_login(person.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    person.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site.url}])
    connection.close()
