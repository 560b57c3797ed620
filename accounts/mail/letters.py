"""How letters come by their words: each kind has somebody who knows whether it is still wanted, and what it says.

Other apps enter theirs with `words_for`; accounts knows none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Letter


@dataclass(frozen=True, slots=True)
class Draft:
    """What a letter says: its templates NAME_subject.txt, NAME.txt and NAME.html, and the notice that turns it off.

    What moderators tell somebody has none: nobody can turn that off, and it goes by mail alone. Elsewhere the subject
    is all, with the line of another template below it; on a device it takes the place of what has the same topic.
    """

    template: str
    notice: str
    context: dict[str, Any] = field(default_factory=dict)
    line: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """It is too early: ask again then."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Unwritten:
    """It is as if it had never been written: should the same event come again, it is told after all."""


# None where nobody wants the letter any more.
Writer = Callable[[Letter], Draft | Later | Unwritten | None]
WRITERS: dict[str, Writer] = {}


def words_for(kind: str) -> Callable[[Writer], Writer]:
    """Let a function write the letters of a kind; it is called in the reader's language and time zone."""

    def enter(writer: Writer) -> Writer:
        WRITERS[kind] = writer
        return writer

    return enter
