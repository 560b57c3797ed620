"""A moment of the past, drawn by the parts of the table: nobody is asked anything, and nobody can answer."""

from dataclasses import replace
from typing import Final

from django.utils import translation
from django.utils.safestring import SafeString

from games.edition_words import Words
from games.engine import SPECTATOR, View
from games.models import Match
from games.table.people import Person
from games.table.rendering import OF_EACH_SEAT, draw_part, render_part
from games.table.table import build_table

SHOWN: Final = ("track", "bidding", "board", "lot")


def draw_past(match: Match, seen: View, people: tuple[Person, ...], words: Words) -> dict[str, SafeString]:
    """The parts by id, with the studio of whoever looks in large. `seen` is all that may be shown."""
    # Whoever looks at the past only looks on, though with the eyes of their seat.
    table = build_table(match, View(SPECTATOR, seen.state), people, words)
    with translation.override(words.language):
        parts = {name: draw_part(name, table) for name in SHOWN}
        for studio in table.studios:
            if studio.person.number != seen.viewer:
                number = studio.person.number
                parts |= {f"{name}-{number}": draw_part(name, table, studio) for name in OF_EACH_SEAT}
        parts["studio"] = draw_part("studio", replace(table, viewer=seen.viewer))
        parts["ending"] = render_part("ending", table=table, is_past=True)
    return parts
