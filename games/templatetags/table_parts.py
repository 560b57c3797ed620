"""What the templates of the table need beyond plain values: words of the edition, addresses of plans, parts by seat."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.edition_words import Words
from games.render_cache import part_cache
from games.table.bar_parts import ActionsPart
from games.table.drawing import SLOT, Drawing
from games.table.parts import LotPart, OwnPlayPart, PlayPlace
from games.table.people import Person
from games.table.plan import SEPARATOR

register = template.Library()


@register.simple_tag
def part(drawing: Drawing, name: str, seat: int | None = None) -> SafeString:
    """Return a part by its id, which ends with the number of a seat where there is one for each."""
    return drawing.parts[name if seat is None else f"{name}-{seat}"]


@register.simple_tag
def inside(name: str, seat: int | str | None = None) -> SafeString:
    """Return the place of a part inside of the one that is drawn."""
    return SafeString(f"{SLOT}{name if seat is None else f'{name}-{seat}'}{SLOT}")


@register.simple_tag
def cached_include(template: str, **values: Hashable) -> SafeString:
    """Return a small drawing that many parts hold, made once for each set of values."""
    key = (template, get_language(), *values.items())
    drawn: SafeString = part_cache(key, lambda: render_to_string(template, values))
    return drawn


@register.filter
def earliest_entry(drawing: Drawing) -> int:
    """Return the number of the earliest entry that the log shows."""
    return min(drawing.entries).number if drawing.entries else 0


@register.simple_tag
def word(words: Words, key: str, count: int = 1) -> str:
    """Return a word of the edition, in the form that goes with the count."""
    return words.word(key, count)


@register.filter
def names(people: Iterable[Person]) -> str:
    """Return several people in one line."""
    return ", ".join(person.name for person in people)


@register.filter
def movies(plays: Iterable[PlayPlace]) -> list[PlayPlace]:
    """Return the screenplays that have become movies."""
    return [play for play in plays if play.is_movie]


@register.filter
def minus(number: int) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", "−")


@register.simple_tag
def pick_url(part: LotPart, tile: str) -> str:
    """Return the table with this tile in hand."""
    return _url(part, tile, part.entries)


@register.simple_tag
def lay_url(part: OwnPlayPart, screenplay: str, space: int) -> str:
    """Return the table with the tile in hand laid on a space."""
    return _url(part, "", (*part.entries, SEPARATOR.join((part.picked, screenplay, str(space)))))


@register.simple_tag
def discard_url(part: ActionsPart, tile: str) -> str:
    """Return the table with this tile put aside."""
    return _url(part, "", (*part.entries, tile))


@register.simple_tag
def take_back_url(part: LotPart | OwnPlayPart, entry: str) -> str:
    """Return the table without an entry of the plan: its tile is in hand again."""
    return _url(part, entry.split(SEPARATOR)[0], [laid for laid in part.entries if laid != entry])


@register.simple_tag
def laid_entry(part: OwnPlayPart, screenplay: str, space: int) -> str:
    """Return the entry of the plan that put the tile on this space, if one did."""
    end = SEPARATOR.join(("", screenplay, str(space)))
    return next((entry for entry in reversed(part.entries) if entry.endswith(end)), "")


def _url(part: ActionsPart | LotPart | OwnPlayPart, picked: str, entries: Iterable[str]) -> str:
    query = urlencode([("pick", picked), *(("plan", entry) for entry in entries)])
    return f"{_table_url(part.match_id)}?{query}"


@lru_cache(maxsize=1024)
def _table_url(match_id: int | None) -> str:
    return reverse("table", args=[match_id])
