"""The system's own Chromium."""

import shutil
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
# As root Chromium has no sandbox to build; the rest keeps it from calling home.
ARGUMENTS: Final = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def find_chromium() -> str | None:
    """Where it is installed, if it is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
