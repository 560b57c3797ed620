"""A drawing of the table: parts by id, some of which stand inside of others, and the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.edition_words import Words
from games.render_cache import part_cache
from games.table.log_rendering import LogPlace
from games.table.parts import Part

# On both sides of a part's id, where it stands inside of another one; no text holds it.
SLOT: Final = "\0"
# The place of a piece that the browser has as it is: its script puts that there. No template draws such an element.
KEPT: Final = '<wbr id="{}">'

# Parts by id as they are drawn: each without what stands inside of it.
Pieces = dict[str, SafeString]


class TableVersion(NamedTuple):
    """What a browser has seen: the number of the latest entry, and the version of everything else."""

    number: int
    version: int


@dataclass(frozen=True)
class Drawing:
    """A table drawn for one viewer: its pieces by id, and the entries of its log by place, newest first."""

    version: TableVersion
    pieces: Pieces
    entries: dict[LogPlace, SafeString]
    kept: frozenset[str] = frozenset()  # what the browser shows as it is: inside of a part only its place is sent

    @cached_property
    def parts(self) -> dict[str, SafeString]:
        """The parts that stand for themselves, each with those inside of it."""
        return assemble(self.pieces, self.kept)

    def since(self, earlier: "Drawing | None") -> "Drawing":
        """Return only what differs from an earlier drawing; everything where there is none."""
        if earlier is None:
            return self
        pieces = {name: html for name, html in self.pieces.items() if earlier.pieces.get(name) != html}
        latest = max(earlier.entries)
        entries = {place: html for place, html in self.entries.items() if place > latest}
        return Drawing(self.version, pieces, entries, frozenset(self.pieces.keys() - pieces.keys()))


def draw_parts(parts: Mapping[str, Part], words: Words) -> Pieces:
    """Draw parts, each once for all tables and moments at which its value is the same."""
    return {name: draw_part(part, words) for name, part in parts.items()}


def draw_part(part: Part, words: Words) -> SafeString:
    """Draw a part in the language that is active."""
    drawn: SafeString = part_cache((part, words.language, words.edition.id), lambda: _render(part, words))
    return drawn


def assemble(pieces: Pieces, kept: frozenset[str] = frozenset()) -> dict[str, SafeString]:
    """Put every piece that stands inside of another one into its place."""
    inside = {name for html in pieces.values() for name in _inside(html)}
    filled = {name: _fill(html, pieces, kept) for name, html in pieces.items() if name not in inside}
    return {name: mark_safe(html) for name, html in filled.items()}  # noqa: S308


def _fill(html: str, pieces: Pieces, kept: frozenset[str]) -> str:
    if SLOT not in html:
        return html
    runs = html.split(SLOT)
    runs[1::2] = [
        KEPT.format(name) if name in kept else _fill(pieces.get(name, SafeString()), pieces, kept)
        for name in runs[1::2]
    ]
    return "".join(runs)


def _inside(html: str) -> list[str]:
    return html.split(SLOT)[1::2] if SLOT in html else []


def _render(part: Part, words: Words) -> SafeString:
    return render_to_string(f"games/table/{part.template}.html", {"part": part, "words": words})
