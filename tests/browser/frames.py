"""`make shots ARGS=frames`: a lot from the bidding to the last tile, in slow motion, as sheets of frames.

The demonstration's player bids, is outbid, wins, lays out the tiles and confirms. For each of these steps there is one
sheet in var/shots/, named frames-step-width.png, its frames named by the milliseconds since the step began.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Page

from tests.browser.looking import FOLDER, WIDTHS, Demo, demonstration, log_in, open_context, wait_for_all

SLOWER: Final = 10
# Timers, the page's own clock and all animations go at the same slower pace.
SLOWLY: Final = f"""
const [wait, repeat, now] = [window.setTimeout, window.setInterval, performance.now.bind(performance)];
window.setTimeout = (act, time = 0, ...values) => wait(act, time > 30 ? time * {SLOWER} : time, ...values);
window.setInterval = (act, time, ...values) => repeat(act, time * {SLOWER}, ...values);
performance.now = () => now() / {SLOWER};
"""
# What a step changes: the number of the latest entry, or the plan that is laid out.
STATE: Final = """() => [document.getElementById("table-version").dataset.number,
  document.getElementById("lot").dataset.plan].join()"""
TABLE: Final = "/tables/1/"  # where the demonstration's player is asked to bid
SHOWN: Final = 12  # frames of a step
COLUMNS: Final = {1440: 2, 360: 6}
SHRINKS: Final = {1440: 0.62, 360: 0.75}
CAPTION: Final = 22


class Frame(NamedTuple):
    """What was seen so many milliseconds after a step began."""

    at: int
    picture: Image.Image


def take_frames(browser: Browser) -> None:
    """Play the same lot on a desk and on a phone."""
    for width in COLUMNS:
        with demonstration() as demo:
            play_lot(browser, demo, width)


def play_lot(browser: Browser, demo: Demo, width: int) -> None:
    """Outbid, be outbid, win, lay out, confirm: a sheet of frames for each."""
    hero, rival = (sit_down(browser, demo, name, seen) for name, seen in ((demo.name, width), ("grace", 1440)))

    def take(step: str, lasts: int, act: Callable[[], Any]) -> None:
        write_sheet(film(hero, act, lasts), f"frames-{step}-{width}", width)

    take("bid", 600, lambda: answer(hero, "button[name=bid]"))
    take("outbid", 600, lambda: answer(rival, "button[name=bid]"))
    answer(hero, "button[name=bid]")
    take("won", 1200, lambda: answer(rival, "button[name=pass]"))
    for number in (1, 2, 3):
        pick_up(hero)
        take(f"laid-{number}", 700, lambda: hero.locator("#studio a[data-space]").first.click())
    take("confirmed", 700, lambda: answer(hero, "button[name=confirm]"))
    for page in (hero, rival):
        page.context.close()


def sit_down(browser: Browser, demo: Demo, name: str, width: int) -> Page:
    """Come to the table in the auction, where everything moves slowly."""
    context = open_context(browser, demo.address, width, "dark", "en", motion="no-preference")
    context.add_init_script(SLOWLY)
    page = context.new_page()
    log_in(page, demo._replace(name=name))
    page.goto(TABLE)
    wait_for_all(page)
    session = context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    return page


def answer(page: Page, button: str) -> None:
    """Give the first such answer, as soon as it is asked for and the question has settled."""
    page.locator(f"#actions:not([data-settling]) {button}").first.click()


def pick_up(page: Page) -> None:
    """Take the first tile of the hand that is left."""
    tile = page.locator("#lot a[data-drag]").first
    if tile.get_attribute("aria-current") != "true":
        tile.click()
    page.locator("#studio a[data-space]").first.wait_for()


def film(page: Page, act: Callable[[], Any], lasts: int) -> list[Frame]:
    """Take pictures, one after the other, from what an act changes on until so many milliseconds have passed."""
    before = page.evaluate(STATE)
    act()
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    begun, frames = page.evaluate("performance.now()"), list[Frame]()
    while not frames or frames[-1].at < lasts:
        at = round(page.evaluate("performance.now()") - begun)
        frames.append(Frame(at, Image.open(BytesIO(page.screenshot(type="jpeg", quality=90)))))
    return frames


def write_sheet(frames: list[Frame], name: str, width: int) -> None:
    """Write some of them, evenly chosen, beside one another."""
    chosen = frames[:: max(1, -(-len(frames) // SHOWN))]
    size = (round(width * SHRINKS[width]), round(WIDTHS[width] * SHRINKS[width]))
    columns = COLUMNS[width]
    rows = -(-len(chosen) // columns)
    sheet = Image.new("RGB", (columns * (size[0] + 8), rows * (size[1] + CAPTION)), "white")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(16)
    for place, (at, picture) in enumerate(chosen):
        corner = (place % columns * (size[0] + 8), place // columns * (size[1] + CAPTION))
        pen.text((corner[0] + 4, corner[1] + 1), f"{at} ms", fill="black", font=font)
        sheet.paste(picture.resize(size, Image.Resampling.LANCZOS), (corner[0], corner[1] + CAPTION))
    sheet.save(FOLDER / f"{name}.png")
