"""Words that people write, as they are stored: nothing in them acts, hides or deceives."""

import unicodedata
from typing import Final

# Joins letters of some scripts and the parts of some pictures; every other invisible sign only hides something.
JOINERS: Final = "\u200c\u200d"
INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
UNSEEN: Final = frozenset({"Cf", "Mn", "Me", "Zs"})
MOST_MARKS: Final = 3


def one_line(text: str) -> str:
    """Return a single line: composed letters, single spaces, no control signs; empty where nothing could be seen."""
    return _if_seen(" ".join(clean(text).split()))


def several_lines(text: str) -> str:
    """Return the same with its line breaks kept, whatever the browser sends for them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return _if_seen("\n".join(clean(line).rstrip() for line in lines).strip("\n"))


def clean(text: str) -> str:
    """Without signs that act or hide; tabs and the like become spaces, and marks do not pile up over other lines."""
    signs: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if sign in JOINERS or (category not in INVISIBLE and marks <= MOST_MARKS):
            signs.append(sign)
        elif sign.isspace():
            signs.append(" ")
    return "".join(signs)


def _if_seen(text: str) -> str:
    return text if any(unicodedata.category(sign) not in UNSEEN and sign != "\n" for sign in text) else ""
