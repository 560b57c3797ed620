"""The part of a table's page that says who is looking: drawn once a second at most, however many ask."""

import time
from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from games.selectors.looking import who_is_looking
from games.table.sharing import Shared

# Apart from the drawings of the board, which would be pushed out by these.
glances: Final = Shared(size=128)


def draw_looking(match_id: int, language: str) -> SafeString:
    """Players who are there, spectators by name, and how many have none."""
    key = (match_id, language, int(time.monotonic()))
    drawn: SafeString = glances(key, lambda: _draw(match_id, language))
    return drawn


def _draw(match_id: int, language: str) -> SafeString:
    with translation.override(language):
        return render_to_string("games/talk/looking.html", {"looking": who_is_looking(match_id)})
