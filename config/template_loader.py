"""Where a template's line breaks go: they are there for whoever reads the template, and seldom for the browser.

After something that opens, before something that closes, and between two tags a line break is nothing; beside words it
is a space; inside a tag it parts attributes. So an element can have a line of its own without a blank on the page, and
equal values are drawn as equal bytes.
"""

import re
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
GAP_BEFORE_END: Final = re.compile(r"\s+(?=/?>$)")
OPENING: Final = {"block", "for", "if", "ifchanged", "slot", "with"}
MIDDLE: Final = {"elif", "else", "empty"}
VOID: Final = {"!doctype", "br", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Token(NamedTuple):
    """A run of a template's source, and what a line break beside it means."""

    source: str
    is_gap: bool = False
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
    tokens = [EDGE, *(_read(found) for found in TOKEN.finditer(source)), EDGE]
    around = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return "".join(_meaning(left, right) if token.is_gap else token.source for left, token, right in around)


def _meaning(left: Token, right: Token) -> str:
    """Tell what a line break between two tokens stands for."""
    if left.opens or right.closes:
        return ""
    return " " if left.says or right.says else ""


def _read(found: re.Match[str]) -> Token:
    """Classify a token; what is translated, said or preformatted keeps its line breaks."""
    source, kind = found[0], found.lastgroup
    if found["gap"] is not None:
        return Token(source, is_gap=True)
    if found["comment"] is not None:
        return Token("", opens=True, closes=True)
    if found["control"] is not None:
        return _read_control(GAP.sub(" ", source), found["word"])
    if found["tag"] is not None:
        return _read_tag(GAP_BEFORE_END.sub("", GAP.sub(" ", source)), found["name"].lower(), found["slash"])
    return Token(source, says=kind != "kept")


def _read_control(source: str, word: str) -> Token:
    is_middle = word in MIDDLE
    return Token(source, opens=is_middle or word in OPENING, closes=is_middle or word.startswith("end"))


def _read_tag(source: str, name: str, slash: str) -> Token:
    return Token(source, opens=not slash and name not in VOID and not source.endswith("/>"), closes=bool(slash))
