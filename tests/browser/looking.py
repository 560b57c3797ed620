"""What pictures of the site are taken of: the seeded demonstration, in a browser of one width, theme and language."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.processes import ROOT, free_port, started

FOLDER = ROOT / "var" / "shots"
WIDTHS = {360: 780, 768: 1024, 1440: 900}
# All that is seen is there: letters, pictures, and at a table the socket, after which nothing else is asked for.
DRAWN = """() => Promise.all([
  document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {})),
]).then(() => true)"""
CONNECTED = """() => {
  const mark = document.getElementById("connection");
  return !document.querySelector(".htmx-request") && (!mark || mark.dataset.state === "connected");
}"""
PATIENCE = 600  # seconds, on a machine with much to do: somebody looks on, and a server that fails ends at once


class Demo(NamedTuple):
    """Where the demonstration is, and the login that the server prints."""

    address: str
    name: str
    password: str
    mails: Path


@contextmanager
def demonstration() -> Iterator[Demo]:
    """A server of its own with the demonstration in a database of its own."""
    folder = Path(tempfile.mkdtemp(prefix="shots-"))
    port = free_port()
    environment = {
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{folder / 'shots.sqlite3'}",
        "EMAIL_URL": f"filemail:///{folder / 'mails'}",
        "TURN_MAIL_SECONDS": "0",
    }
    with started([sys.executable, "manage.py", "serve", "--prepare"], folder / "log", **environment) as server:
        server.wait_for("is open at", PATIENCE)
        words = server.wait_for("log in as").replace(":", "").split()
        name, password = (words[words.index(word) + 1] for word in ("as", "password"))
        yield Demo(f"http://127.0.0.1:{port}", name, password, folder / "mails")
    shutil.rmtree(folder)


def open_context(
    browser: Browser,
    address: str,
    width: int,
    theme: str,
    language: str,
    scale: int = 1,
    motion: Literal["reduce", "no-preference"] = "reduce",
) -> BrowserContext:
    """A browser of that width, theme and language, in which nothing moves unless it is asked for."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": WIDTHS[width]},
        color_scheme="dark" if theme == "dark" else "light",
        locale=language,
        reduced_motion=motion,
        device_scale_factor=scale,
    )
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script("localStorage.setItem('table-moments', 'off')")  # cards would lie over the tables
    return context


def wait_for_all(page: Page) -> None:
    """Until nothing is missing that the picture shows."""
    page.evaluate(DRAWN)
    page.wait_for_function(CONNECTED)


def log_in(page: Page, demo: Demo) -> None:
    """Come in as the demonstration's player."""
    page.goto("/account/login/")
    page.fill("[name=login]", demo.name)
    page.fill("[name=password]", demo.password)
    page.click("main form button[type=submit]")
    page.wait_for_url(lambda url: "login" not in url)
