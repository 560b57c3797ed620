"""The talk at a table as one viewer reads it: one rendering for page, answer and push."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from games.models import ChatLine, Match
from games.moderation.selectors import seal_of
from games.play.selectors.visibility import Viewer
from games.talk.selectors import LINES_A_PAGE, lines_for, names_at


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A part of a line: plain words, or the name of somebody who is mentioned."""

    text: str
    mentions: bool = False
    is_me: bool = False


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line with the names in it found."""

    number: int
    author: str
    studio: int | None
    by_spectator: bool
    at: datetime
    pieces: tuple[LinePiece, ...]
    removed: bool = False
    report_url: str = ""  # for those who may complain about it

    @property
    def calls_me(self) -> bool:
        return any(piece.is_me for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class TalkPage:
    """Lines in the order they were said; `older` is where the earlier ones begin, if there are any."""

    lines: dict[int, SafeString]
    older: int | None = None

    @property
    def last(self) -> int:
        """The latest line a browser then has."""
        return max(self.lines, default=0)


def read_page(match: Match, viewer: Viewer, *, before: int | None = None) -> TalkPage:
    """Return the latest lines, or the latest before one: found by its number, so that new ones shift nothing."""
    lines = lines_for(match, viewer)
    if before is not None:
        lines = lines.filter(pk__lt=before)
    found = list(lines[: LINES_A_PAGE + 1])
    shown = found[:LINES_A_PAGE][::-1]
    older = shown[0].pk if len(found) > LINES_A_PAGE else None
    return TalkPage(draw_lines(match, viewer, shown), older)


def draw_lines(match: Match, viewer: Viewer, lines: Iterable[ChatLine]) -> dict[int, SafeString]:
    """Return each line by its number, drawn for this viewer in the language that is active."""
    lines = list(lines)
    if not lines:
        return {}
    me = viewer.username if isinstance(viewer, User) and not viewer.is_guest else ""
    studios = dict(match.seats.exclude(user=None).values_list("user", "studio"))
    names = pattern_of({*names_at(match), me} - {""})
    return {
        line.pk: render_to_string("games/talk/line.html", {"line": _line(line, studios, names, me)}) for line in lines
    }


def pattern_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """Find `@name`, the longest name that fits first: a name may be the beginning of another, and have spaces."""
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first:
        return None
    return re.compile(rf"@({'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def pieces_of(text: str, names: re.Pattern[str] | None, me: str) -> tuple[LinePiece, ...]:
    """Return a line cut at the names in it."""
    if names is None:
        return (LinePiece(text),)
    pieces, end = [], 0
    for found in names.finditer(text):
        is_me = found[1].casefold() == me.casefold()
        pieces += [LinePiece(text[end : found.start()]), LinePiece(found[0], mentions=True, is_me=is_me)]
        end = found.end()
    return tuple(piece for piece in (*pieces, LinePiece(text[end:])) if piece.text)


def report_url(line: ChatLine) -> str:
    """Return where one complains about a line: sealed, since only whoever was shown the line may speak of it."""
    return reverse("report-line", args=[seal_of(line)])


def _line(line: ChatLine, studios: dict[int, int | None], names: re.Pattern[str] | None, me: str) -> TalkLine:
    return TalkLine(
        number=line.pk,
        author=str(line.author),
        studio=studios.get(line.author_id),
        by_spectator=line.audience == ChatLine.Audience.SPECTATORS,
        at=line.created_at,
        pieces=() if line.removed else pieces_of(line.text, names, me),
        removed=line.removed,
        report_url=report_url(line) if me and not line.removed and line.author.username != me else "",
    )
