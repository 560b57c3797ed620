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

TOKEN: Final = re.compile(
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


class Token(NamedTuple):
    """A run of a template's source, and what a line break beside it means."""

    source: str
    is_gap: bool = False
    is_silent: bool = False
    says: bool = False
    opens: bool = False
    closes: bool = False


EDGE: Final = Token("", opens=True, closes=True)


class Loader(filesystem.Loader):
    """Read the project's own templates without the line breaks that mean nothing."""

    def get_contents(self, origin: Origin) -> str:
        """Leave alone whatever is no page, such as the plain text of a mail."""
        contents = super().get_contents(origin)
        return tidy(contents) if str(origin.name).endswith(".html") else contents


def tidy(source: str) -> str:
    """Take out the line breaks of a template that mean nothing, and make the others spaces."""
    tokens = [EDGE, *map(_read, TOKEN.finditer(source)), EDGE]
    return "".join(_draw(left, between, right) for left, between, right in _part(tokens))


def _part(tokens: Iterable[Token]) -> Iterator[tuple[Token, list[Token], Token]]:
    """Go from each token that draws something to the next, with what stands between them."""
    left, between = EDGE, list[Token]()
    for token in tokens:
        if token.is_gap or token.is_silent:
            between.append(token)
        else:
            yield left, between, token
            left, between = token, []


def _draw(left: Token, between: list[Token], right: Token) -> str:
    """Draw a token after all line breaks before it, which are one space or nothing."""
    silent = "".join(token.source for token in between if token.is_silent)
    has_gap = any(token.is_gap for token in between)
    is_space = has_gap and (left.says or right.says) and not (left.opens or right.closes)
    return f"{silent}{' ' if is_space else ''}{right.source}"


def _read(found: re.Match[str]) -> Token:
    """Classify a token; what is translated, said or preformatted keeps its line breaks."""
    source, kind = found[0], found.lastgroup
    if found["gap"] is not None:
        return Token(source, is_gap=True)
    if found["comment"] is not None:
        return Token("", is_silent=True)
    if found["control"] is not None:
        return _read_control(GAP.sub(" ", source), found["word"])
    if found["tag"] is not None:
        return _read_tag(GAP.sub(" ", GAP_AT_EDGE.sub("", source)), found["name"].lower(), found["slash"])
    if found["translated"] is not None and STORES_BLOCK.match(source):
        return Token(source, is_silent=True)
    return Token(source, says=kind != "kept")


def _read_control(source: str, word: str) -> Token:
    if word in MIDDLE:
        return Token(source, opens=True, closes=True)
    if word in OPENING or word.startswith("end"):
        return Token(source, opens=word in OPENING, closes=word not in OPENING)
    return Token(source, is_silent=word in SILENT or STORES.search(source) is not None)


def _read_tag(source: str, name: str, slash: str) -> Token:
    return Token(source, opens=not slash and name not in VOID and not source.endswith("/>"), closes=bool(slash))
