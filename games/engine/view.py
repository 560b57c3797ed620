"""What one seat, or a spectator, may know: the only way out for anything secret.

A view is a state in which everything its viewer may not know has been blotted out, so that nobody who holds a view can
give away more than that.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from games.engine import game
from games.engine.state import HIDDEN, OVER, Deal, State
from games.engine.state_json import to_json

SPECTATOR: Final = None


class View(NamedTuple):
    """The table as `viewer` sees it."""

    viewer: int | None
    state: State

    def options(self) -> list[int]:
        """Return the legal answers, if it is the viewer who is asked."""
        return game.options(self.state) if self.viewer is not None and self.state.turn == self.viewer else []

    def to_json(self) -> dict[str, Any]:
        return {"viewer": self.viewer, **to_json(self.state)}


def view(state: State, viewer: int | None) -> View:
    """Return the state without what the viewer may not know. A finished match shows all."""
    seen = state.copy()
    if state.phase != OVER:
        seen.setup = replace(state.setup, deal=_seen_deal(state))
        seen.money = _seen_money(state, viewer)
    return View(viewer, seen)


def view_of_past(state: State, viewer: int | None, *, is_over: bool) -> View:
    """Return an earlier moment of a match: what the viewer could know then; everything once the match is over."""
    return View(viewer, state.copy()) if is_over else view(state, viewer)


def money_is_open(state: State) -> bool:
    """Ruling R10: with two seats, or by the table's option, every purse is seen."""
    return state.setup.seats == 2 or state.setup.open_money


def _seen_money(state: State, viewer: int | None) -> list[int]:
    if money_is_open(state):
        return state.money[:]
    # A purse that is not seen is None; the rules only ever ask for the purse of the seat that acts.
    purses = [amount if seat == viewer else None for seat, amount in enumerate(state.money)]
    return cast(list[int], purses)


def _seen_deal(state: State) -> Deal:
    """Ruling R11: neither the bag, nor face-down tiles, nor the stack below its top, nor legends still face down."""
    deal = state.setup.deal
    # Ruling R15: some editions show the legends from the start.
    legends_seen = len(deal.legends) if state.edition.options.legends_seen else state.quarter
    return Deal(
        legends=_first(deal.legends, legends_seen),
        bag=_seen_bag(state),
        screenplays=_first(deal.screenplays, state.drawn + 1),
    )


def _first(items: Sequence[int], count: int) -> tuple[int, ...]:
    return (*items[:count], *(HIDDEN for _ in items[count:]))


def _seen_bag(state: State) -> tuple[int, ...]:
    """Return the bag up to this quarter, without the parties that have not begun."""
    lots = state.edition.lots(state.setup.seats)[state.quarter - 1]
    bag = list(_first(state.setup.deal.bag, lots[-1].stop))
    for location, place in enumerate(state.edition.board):
        if place.is_party and location > state.location:
            bag[lots[location]] = [HIDDEN] * state.setup.seats
    return tuple(bag)
