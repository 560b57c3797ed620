"""The environment: what it says is taken as meant, and what cannot be meant ends the process in one line."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on", "y", "t"}
NO = {"0", "false", "no", "off", "n", "f"}


# Inside the class the names of its methods hide those of the types.
Whole = int
Number = float


class WrongSetting(SystemExit):
    """A variable that cannot be meant: whichever process reads it ends, with its name and no traceback."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"Wrong setting: {name} {problem}")


class Environment(environ.Env):
    """Reads variables strictly; an empty one is as good as none."""

    def get_value(self, var: str, cast: Any = None, default: Any = environ.Env.NOTSET, **kwargs: Any) -> Any:
        """Name the variable where its text is not what it should be."""
        text = self.ENVIRON.get(var, "").strip()
        if not text:
            return default
        readers: dict[Any, Callable[[str], Any]] = {bool: read_flag, int: read_whole, float: read_number}
        read = readers.get(cast) if isinstance(cast, type) else None
        try:
            return read(text) if read else self.parse_value(text, cast)
        except ValueError as problem:
            raise WrongSetting(var, str(problem)) from None

    def int(self, var: str, default: Any = environ.Env.NOTSET, *, least: Whole = 0, most: Number = math.inf) -> Any:
        """Read a whole number between two."""
        return expect_between(var, super().int(var, default), least, most)

    def float(self, var: str, default: Any = environ.Env.NOTSET, *, least: Number = 0) -> Any:
        """Read a number that is large enough."""
        return expect_between(var, super().float(var, default), least, math.inf)

    def numbers(self, var: str, default: list[Number]) -> list[Number]:
        """Read two numbers, the smaller one first."""
        try:
            found = [read_number(word) for word in super().list(var, default=[])] or default
        except ValueError as problem:
            raise WrongSetting(var, str(problem)) from None
        if len(found) != 2 or not 0 <= found[0] <= found[1]:
            raise WrongSetting(var, "must be two numbers, the smaller one first, such as 0.7,2.0.")
        return found

    def site_url(self, var: str, default: str) -> SplitResult:
        """Read the address of a site, without anything behind the host."""
        text = self.str(var, default).rstrip("/")
        site = split(var, text, "http://127.0.0.1:8000")
        if (
            site.scheme not in ("http", "https")
            or not site.hostname
            or site.geturl() != f"{site.scheme}://{site.netloc}"
        ):
            raise WrongSetting(var, "must be an address such as https://play.example, without a path.")
        return site

    def origins(self, var: str, default: list[str]) -> list[str]:
        """Read the addresses of several sites."""
        found: list[str] = self.list(var, default=default)
        for origin in found:
            if urlsplit(origin).scheme not in ("http", "https"):
                raise WrongSetting(var, "must be addresses such as https://play.example, separated by commas.")
        return found

    def folder(self, var: str) -> str:
        """Read the name of a folder that is there, or nothing."""
        name: str = self.str(var, default="")
        if name and not Path(name).is_dir():
            raise WrongSetting(var, f"must be a folder: there is none at {name}.")
        return name

    def redis_url(self, var: str, default: str = "") -> Any:
        """Read the address of a Redis, if there is one."""
        text = self.str(var, default)
        address = split(var, text, "redis://localhost:6379/0")
        if text and not (address.scheme in ("redis", "rediss") and re.fullmatch(r"/?\d*", address.path)):
            raise WrongSetting(var, "must be an address such as redis://localhost:6379/0.")
        return text

    def email_url(self, var: str, default: str) -> dict[str, Any]:
        """Read how mail is sent."""
        try:
            return dict(super().email_url(var, default=default))
        except (ValueError, ImproperlyConfigured):
            raise WrongSetting(var, "must be an address such as smtp+tls://user:password@host:587.") from None

    def choice(self, var: str, default: str, among: set[str]) -> str:
        """Read one of several words, in capitals."""
        word: str = self.str(var, default).upper()
        if word not in among:
            raise WrongSetting(var, f"must be one of {', '.join(sorted(among))}.")
        return word


def read_flag(text: str) -> bool:
    """Read yes or no: a slip is neither."""
    if text.lower() not in YES | NO:
        raise ValueError(f"must be true or false, not {text!r}.")
    return text.lower() in YES


def read_whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"must be a whole number, not {text!r}.") from None


def read_number(text: str) -> float:
    """Read a number."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"must be a number, not {text!r}.")
    return number


def expect_between(name: str, number: float, least: float, most: float) -> float:
    """Refuse a number that is too small or too large."""
    if number < least or number > most:
        limit = f"at least {least}" if number < least else f"at most {most}"
        raise WrongSetting(name, f"must be {limit}, not {number}.")
    return number


def split(name: str, text: str, example: str) -> SplitResult:
    """Take an address apart; it may hold a password and is not repeated."""
    try:
        address = urlsplit(text)
        _ = address.port
    except ValueError:
        raise WrongSetting(name, f"must be an address such as {example}.") from None
    return address
