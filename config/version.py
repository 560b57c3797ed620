"""Which version of the site runs here, and by which rules it can play."""

import os
import re
import tomllib
from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.state import KNOWN_RULES, RULES_VERSION

COMMIT: Final = re.compile(r"[0-9a-f]{7,40}")


@cache
def version() -> str:
    """Return the version, and the commit where it is known: 1.0.0 or 1.0.0+4f2a91c."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as project:
        number = str(tomllib.load(project)["project"]["version"])
    commit = _commit()
    return f"{number}+{commit[:7]}" if commit else number


def _commit() -> str:
    """Return what COMMIT says, as in a container; otherwise what is checked out, by git's own files."""
    named = os.environ.get("COMMIT", "") or _checked_out()
    return named if COMMIT.fullmatch(named) else ""


def _checked_out() -> str:
    folder = settings.BASE_DIR / ".git"
    try:
        head = (folder / "HEAD").read_text().strip().removeprefix("ref: ")
        if not head.startswith("refs/"):
            return head
        if (folder / head).exists():
            return (folder / head).read_text().strip()
        packed = (folder / "packed-refs").read_text().splitlines()
    except OSError:
        return ""
    return next((line.partition(" ")[0] for line in packed if line.endswith(f" {head}")), "")


@require_safe
@never_cache
def show_version(request: HttpRequest) -> JsonResponse:
    """Say what runs here, for whoever upgrades: the rules that matches begin with, and those that are played on."""
    return JsonResponse({"version": version(), "rules": RULES_VERSION, "known_rules": sorted(KNOWN_RULES)})
