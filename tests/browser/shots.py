"""`make shots`: pictures of the site's pages from the seeded demonstration, to be looked at as a designer would.

They are written to var/shots/, named page-width-theme-language.png; a mail, as its reader sees it, is among them.
`make shots ARGS=pictures` takes those that home, README and links show, into static/pictures/, and `ARGS=frames` a
lot in slow motion (tests/browser/frames.py).
"""

import io
import re
import sys
from collections.abc import Iterator
from email import message_from_bytes, policy

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.browser.frames import take_frames
from tests.browser.looking import FOLDER, WIDTHS, Demo, demonstration, log_in, open_context, wait_for_all
from tests.processes import ROOT
from tests.waiting import wait_until

PICTURES = ROOT / "static" / "pictures"
LANGUAGES = ("en", "fr", "de")
THEMES = ("dark", "light")
# By the width of the window in the picture: how wide home shows it, in pixels of plain and of dense screens, and with
# which quality. Small dots hide much.
SHOWN_WIDTHS = {1440: {820: 50, 1640: 38}, 360: {360: 50, 720: 38}}
SHARED = (1200, 630)  # what is shown of a link where it is passed on
UNDER = re.compile(rb"\n-{79}\n")

STRANGER = {
    "home": "/",
    "lobby-stranger": "/lobby/",
    "watch": "/watch/",
    "log-in": "/account/login/",
    "rules": "/rules/",
    "guide": "/guide/",
}
PLAYER = {
    "lobby": "/",
    "new-table": "/tables/new/",
    "profile": "/people/hedy/",
    "settings": "/settings/",
    "table-auction": "/tables/1/",
    "table-placing": "/tables/2/",
    "table-party": "/tables/3/",
    "table-end": "/tables/4/",
    "waiting-room": "/tables/6/",
}


MOMENTS = {
    "moment-party": ("/tables/3/", "party_opened"),
    "moment-end": ("/tables/4/", "match_ended"),
}


def main(wanted: list[str]) -> None:
    """Take every picture, or those of the pages that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        if wanted == ["frames"]:
            take_frames(browser)
        else:
            with demonstration() as demo:
                if wanted == ["pictures"]:
                    take_pictures(browser, demo)
                else:
                    take_all(browser, demo, wanted)
        browser.close()


def take_all(browser: Browser, demo: Demo, wanted: list[str]) -> None:
    """Take the pages in every look."""
    for width, theme, language in looks():
        context = open_context(browser, demo.address, width, theme, language)
        page = context.new_page()
        take(page, STRANGER, wanted, f"{width}-{theme}-{language}")
        log_in(page, demo)
        take(page, PLAYER, wanted, f"{width}-{theme}-{language}")
        take_moments(page, wanted, f"{width}-{theme}-{language}")
        take_guided(page, wanted, f"{width}-{theme}-{language}")
        context.close()
    if not wanted or "mail" in wanted:
        take_mail(browser, demo)


def take_mail(browser: Browser, demo: Demo) -> None:
    """The player passes, and whoever is asked next gets a mail: the page in it, as wide as a desk's and a phone's."""
    context = open_context(browser, demo.address, 768, "light", "en")
    page = context.new_page()
    log_in(page, demo)
    page.goto(PLAYER["table-auction"])
    page.click("#actions button[name=pass]")
    # The backend that writes mails into files puts a line of dashes under each.
    mails: list[bytes] = []

    def has_arrived() -> bool:
        mails[:] = [mail for file in sorted(demo.mails.glob("*.log")) for mail in UNDER.split(file.read_bytes())[:-1]]
        return bool(mails)

    wait_until(has_arrived, "a mail")
    body = message_from_bytes(mails[0], policy=policy.default).get_body(("html",))
    assert body is not None
    reader = context.new_page()  # under no policy of ours, like a mail program
    for width in (360, 768):
        reader.set_viewport_size({"width": width, "height": 640})
        reader.set_content(body.get_content())
        reader.screenshot(path=FOLDER / f"mail-{width}-light-en.png")
    context.close()


def take_pictures(browser: Browser, demo: Demo) -> None:
    """The table as home, README and links show it: for a desk and for a phone, in every language."""
    PICTURES.mkdir(exist_ok=True)
    for language in LANGUAGES:
        for width, name in ((1440, "desk"), (360, "phone")):
            context = open_context(browser, demo.address, width, "dark", language, scale=2)
            page = context.new_page()
            log_in(page, demo)
            page.goto(PLAYER["table-auction"])
            wait_for_all(page)
            taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            write_picture(taken, f"table-{name}-{language}", width)
            if (name, language) == ("desk", "en"):
                write_shared(taken)
            context.close()


def write_picture(taken: Image.Image, name: str, width: int) -> None:
    """Write it as wide as home shows it, for plain and for dense screens, and once for browsers that know no AVIF."""
    _narrowed(taken, width).save(PICTURES / f"{name}.webp", quality=80, method=6)
    for shown, quality in SHOWN_WIDTHS[width].items():
        _narrowed(taken, shown).save(PICTURES / f"{name}-{shown}.avif", quality=quality, speed=6)


def write_shared(taken: Image.Image) -> None:
    """Write its upper part as others show it beside a link; not all of them know newer formats."""
    width, height = SHARED
    shown = _narrowed(taken, width).crop((0, 0, width, height))
    shown.save(PICTURES / "share.jpg", quality=80, optimize=True, progressive=True)


def _narrowed(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)


def looks() -> Iterator[tuple[int, str, str]]:
    """Every width in both themes, and once in the longest language."""
    for width in WIDTHS:
        for theme in THEMES:
            yield width, theme, "en"
        yield width, "dark", "de"


def take(page: Page, pages: dict[str, str], wanted: list[str], look: str) -> None:
    """One picture of each page: of a table what is seen without scrolling, of the others all."""
    for name, path in pages.items():
        if wanted and name not in wanted:
            continue
        page.goto(path)
        wait_for_all(page)
        page.screenshot(path=FOLDER / f"{name}-{look}.png", full_page=not name.startswith("table"))


def take_moments(page: Page, wanted: list[str], look: str) -> None:
    """The cards of great moments, from the logs of tables that have had them."""
    for name, (table, kind) in MOMENTS.items():
        if wanted and name not in wanted:
            continue
        page.goto(table)
        entry = page.locator(f".log__entry:has(.log__line--{kind})").first.get_attribute("id") or ""
        page.goto(f"{table}moments/{entry.removeprefix('entry-')}/")
        wait_for_all(page)
        page.screenshot(path=FOLDER / f"{name}-{look}.png", full_page=True)


def take_guided(page: Page, wanted: list[str], look: str) -> None:
    """The guided match at its first words, and at those about one's own studio."""
    if wanted and "table-guided" not in wanted:
        return
    page.goto("/guide/")
    page.locator("form[action='/guide/start/'] button").last.click()
    for lesson in ("bid", "studio"):
        page.locator(f"#guide[data-lesson={lesson}]").wait_for()
        wait_for_all(page)
        page.screenshot(path=FOLDER / f"table-guided-{lesson}-{look}.png")
        page.locator("#guide-read").click()


if __name__ == "__main__":
    main(sys.argv[1:])
