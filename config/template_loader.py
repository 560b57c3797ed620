"""Where a template's line breaks go: they are there for whoever reads the template, and seldom for the browser.

After something that opens, before something that closes, and between two tags a line break is nothing; beside words it
is a space; inside a tag it parts attributes. Comments and tags that draw nothing are not there for this. So an element
can have a line of its own without a blank on the page, and equal values are drawn as equal bytes. A space between two
tags is written as {{ " " }}.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from django.template import Origin
from django.template.loaders import filesystem

PIECE: Final = re.compile(
    r"""
    (?P<translated> {%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%} )
  | (?P<comment>    {%\s*comment\b.*?{%\s*endcomment\s*%} | {\#.*?\#} )
  | (?P<said>       {{.*?}} | {%\s*translate\s(?:(?!\sas\s\w+\s*%}).)*?%} )
  | (?P<kept>       <(?P<element>pre|textarea|script|style)\b.*?</(?P=element)> )
  | (?P<control>    {%\s*(?P<word>\w+).*?%} )
  | (?P<tag>        <(?P<slash>/?)(?P<name>[a-zA-Z!][\w-]*)(?:{%.*?%}|{{.*?}}|"(?:{%.*?%}|{{.*?}}|[^"])*"|[^>"])*> )
  | (?P<gap>        [ \t]*\n\s* )
  | (?P<words>      (?:(?![ \t]*\n).)+?(?=[ \t]*\n|[{<]|\Z) )
    """,
    re.VERBOSE | re.DOTALL,
)
GAP: Final = re.compile(r"[ \t]*\n\s*")
GAP_AT_EDGE: Final = re.compile(r"""(?<==")\s*\n\s* | \s*\n\s*(?="[\s/>]) | \s+(?=/?>$)""", re.VERBOSE)
STORES: Final = re.compile(r"\sas\s+\w+\s*%}$")
STORES_BLOCK: Final = re.compile(r"{%\s*blocktranslate\b[^%]*\sasvar\s")
OPENING: Final = {"autoescape", "block", "for", "if", "ifchanged", "slot", "with"}
MIDDLE: Final = {"elif", "else", "empty"}
SILENT: Final = {"extends", "load", "regroup"}
VOID: Final = {"!doctype", "br", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Piece(NamedTuple):
    """A run of a template's source, and what a line break beside it means."""

    source: str
    is_gap: bool = False
    is_silent: bool = False
    says: bool = False
    opens: bool = False
    closes: bool = False


EDGE: Final = Piece("", opens=True, closes=True)


class Loader(filesystem.Loader):
    """Read the project's own templates without the line breaks that mean nothing."""

    def get_contents(self, origin: Origin) -> str:
        """Leave alone whatever is no page, such as the plain text of a mail."""
        contents = super().get_contents(origin)
        return tidy(contents) if str(origin.name).endswith(".html") else contents


def tidy(source: str) -> str:
    """Take out the line breaks of a template that mean nothing, and make the others spaces."""
    pieces = [EDGE, *map(_read, PIECE.finditer(source)), EDGE]
    return "".join(_draw(left, between, right) for left, between, right in _part(pieces))


def _part(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, list[Piece], Piece]]:
    """Go from each piece that draws something to the next, with what stands between them."""
    left, between = EDGE, list[Piece]()
    for piece in pieces:
        if piece.is_gap or piece.is_silent:
            between.append(piece)
        else:
            yield left, between, piece
            left, between = piece, []


def _draw(left: Piece, between: list[Piece], right: Piece) -> str:
    """Draw a piece after all line breaks before it, which are one space or nothing."""
    silent = "".join(piece.source for piece in between if piece.is_silent)
    has_gap = any(piece.is_gap for piece in between)
    is_space = has_gap and (left.says or right.says) and not (left.opens or right.closes)
    return f"{silent}{' ' if is_space else ''}{right.source}"


def _read(found: re.Match[str]) -> Piece:
    """Classify a piece; what is translated, said or preformatted keeps its line breaks."""
    source, kind = found[0], found.lastgroup
    if found["gap"] is not None:
        return Piece(source, is_gap=True)
    if found["comment"] is not None:
        return Piece("", is_silent=True)
    if found["control"] is not None:
        return _read_control(GAP.sub(" ", source), found["word"])
    if found["tag"] is not None:
        return _read_tag(GAP.sub(" ", GAP_AT_EDGE.sub("", source)), found["name"].lower(), found["slash"])
    if found["translated"] is not None and STORES_BLOCK.match(source):
        return Piece(source, is_silent=True)
    return Piece(source, says=kind != "kept")


def _read_control(source: str, word: str) -> Piece:
    if word in MIDDLE:
        return Piece(source, opens=True, closes=True)
    if word in OPENING or word.startswith("end"):
        return Piece(source, opens=word in OPENING, closes=word not in OPENING)
    return Piece(source, is_silent=word in SILENT or STORES.search(source) is not None)


def _read_tag(source: str, name: str, slash: str) -> Piece:
    return Piece(source, opens=not slash and name not in VOID and not source.endswith("/>"), closes=bool(slash))
