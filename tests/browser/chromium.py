"""The system's own Chromium."""

import shutil
from typing import Final

# The shell is the same engine without windows to imagine: pages open in half the time.
NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS: Final = [
    "--no-sandbox",  # as root Chromium has none to build
    "--font-render-hinting=none",  # letters are set as wide as they are drawn
    "--disable-gpu",  # a graphics card that is only imagined costs more than none
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),  # it does not call home
]


def find_chromium() -> str | None:
    """Where it is installed, if it is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
