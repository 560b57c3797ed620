"""What the templates of the table need beyond plain values: words of the edition, addresses of plans, parts by seat."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from accounts.people.panels import Panel
from games.edition_words import Words
from games.engine import Place
from games.models import Match
from games.signals import collect_ending_panels
from games.table.lot import Bidder
from games.table.people import Person
from games.table.plan import SEPARATOR, entry_of
from games.table.rendering import Drawing
from games.table.studio import Play
from games.table.table import Table

register = template.Library()


@register.simple_tag
def part(drawing: Drawing, name: str, seat: int) -> SafeString:
    """Return a part that is drawn for each seat."""
    return drawing.parts[f"{name}-{seat}"]


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
def bidder_names(bidders: Iterable[Bidder]) -> str:
    """Return several bidders in one line."""
    return names(bidder.person for bidder in bidders)


@register.filter
def at_stage(bidders: Iterable[Bidder], stage: str) -> list[Bidder]:
    """Return those of the bidders who have come that far."""
    return [bidder for bidder in bidders if bidder.stage == stage]


@register.filter
def movies(plays: Iterable[Play]) -> list[Play]:
    """Return the screenplays that have become movies."""
    return [play for play in plays if play.is_movie]


@register.filter
def minus(number: int) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", "−")


@register.filter
def as_hex(secret: bytes) -> str:
    """Return the secret of a deal, to be copied and checked."""
    return bytes(secret).hex()


@register.simple_tag
def pick_url(table: Table, tile: str) -> str:
    """Return the table with this tile in hand."""
    return _url(table, tile, table.actions.plan.entries)


@register.simple_tag
def lay_url(table: Table, screenplay: str, space: int) -> str:
    """Return the table with the tile in hand laid on a space."""
    plan = table.actions.plan
    return _url(table, "", (*plan.entries, SEPARATOR.join((plan.picked, screenplay, str(space)))))


@register.simple_tag
def discard_url(table: Table, tile: str) -> str:
    """Return the table with this tile put aside."""
    return _url(table, "", (*table.actions.plan.entries, tile))


@register.simple_tag
def take_back_url(table: Table, entry: str) -> str:
    """Return the table without an entry of the plan: its tile is in hand again."""
    entries = [laid for laid in table.actions.plan.entries if laid != entry]
    return _url(table, entry.split(SEPARATOR)[0], entries)


@register.simple_tag
def laid_entry(table: Table, screenplay: str, space: int) -> str:
    """Return the entry of the plan that put the tile on this space, if one did."""
    for move in reversed(table.actions.plan.moves):
        if isinstance(move, Place) and (move.screenplay, move.space) == (screenplay, space):
            return entry_of(move)
    return ""


@register.simple_tag
def panels_of_ending(table: Table) -> list[Panel]:
    """Return what other apps tell at the end of a match."""
    answers = collect_ending_panels.send(sender=Match, match=table.match)
    panels: list[Any] = [panel for _listener, panel in answers if panel]
    return sorted(panels, key=lambda panel: panel.order)


def _url(table: Table, picked: str, entries: Iterable[str]) -> str:
    query = urlencode([("pick", picked), *(("plan", entry) for entry in entries)])
    return f"{reverse('table', args=[table.match.pk])}?{query}"
