"""The rules of the game as a function: state and move in, state and events out. No Django, no clock, no dice.

    state = start(Setup(edition, studios=(1, 4), first=0, deal=deal(edition, secret)))
    seat = acting(state)                    # who is asked
    moves = legal_moves(state)              # what may be answered
    state, events = apply(state, seat, moves[0])
    seen = view(state, seat)                # what a seat may know

`options`, `perform` and `State.copy` are the same rules on plain integers, for brains that play many matches in
thought.
"""

from games.engine.edition import Edition
from games.engine.edition_file import EditionError, edition_files, load_edition
from games.engine.events import Event
from games.engine.game import (
    Outcome,
    Undo,
    acting,
    apply,
    check,
    forced,
    legal_moves,
    options,
    perform,
    start,
    undoable,
)
from games.engine.moves import Bid, Discard, Move, Pass, Place, Take, move_of
from games.engine.record import Player, RecordRefused, Replay, replay, result, write_record
from games.engine.refusals import Refused
from games.engine.scoring import Points, places, points, scores
from games.engine.setup import commitment, deal, deal_rest, draw_first, draw_studios, new_secret, proves
from games.engine.state import Deal, Setup, State
from games.engine.state_json import from_json, to_json
from games.engine.view import SPECTATOR, View, view, view_of_past

__all__ = [
    "SPECTATOR",
    "Bid",
    "Deal",
    "Discard",
    "Edition",
    "EditionError",
    "Event",
    "Move",
    "Outcome",
    "Pass",
    "Place",
    "Player",
    "Points",
    "RecordRefused",
    "Refused",
    "Replay",
    "Setup",
    "State",
    "Take",
    "Undo",
    "View",
    "acting",
    "apply",
    "check",
    "commitment",
    "deal",
    "deal_rest",
    "draw_first",
    "draw_studios",
    "edition_files",
    "forced",
    "from_json",
    "legal_moves",
    "load_edition",
    "move_of",
    "new_secret",
    "options",
    "perform",
    "places",
    "points",
    "proves",
    "replay",
    "result",
    "scores",
    "start",
    "to_json",
    "undoable",
    "view",
    "view_of_past",
    "write_record",
]
