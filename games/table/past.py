"""A moment of the past, drawn by the parts of the table: nobody is asked anything, and nobody can answer."""

from dataclasses import replace

from django.utils import translation
from django.utils.safestring import SafeString

from games.edition_words import Words
from games.engine import SPECTATOR, View
from games.models import Match
from games.table.drawing import assemble, draw_parts
from games.table.part_values import Parts, common_parts, ending_part, lot_part, seat_parts, studio_parts
from games.table.people import Person
from games.table.table import build_table, look_on


def draw_past(
    match: Match, seen: View, people: tuple[Person, ...], words: Words, owner: str = ""
) -> dict[str, SafeString]:
    """Draw the parts, with the studio of whoever looks in large, or of its owner. `seen` is all that may be shown."""
    # Whoever looks at the past only looks on, though with the eyes of their seat.
    table = build_table(match, View(SPECTATOR, seen.state), people, words)
    desk = look_on(seen, table)
    with translation.override(words.language):
        parts: Parts = common_parts(table) | {"ending": ending_part(table, is_past=True)}
        for person in people:
            if person.number != seen.viewer:
                parts |= seat_parts(table, person.number)
        parts |= {"lot": lot_part(replace(desk, mine=None), table)} | studio_parts(desk, owner)
        return assemble(draw_parts(parts, words))
