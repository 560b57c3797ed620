"""What orders would do by how the table stands now, in figures: whoever shows them finds the words."""

from dataclasses import dataclass

from games.engine import View
from games.engine.state import AUCTION, NO_BID
from games.orders.answering import failed_condition, most
from games.orders.resolving import resolve
from games.orders.values import Orders, Say


@dataclass(frozen=True, slots=True)
class Preview:
    """What is to be expected of the order for one lot.

    `does` is `asks`, `passes`, `bids` or `leads`. Who bids wins at `at_most`, if nobody bids above `others_up_to`;
    who leads and raises no more wins at exactly that. `why` says what holds it back: `pass`, `limit`, `purse`, `cap`,
    `keeps`, `won`, `leads`, `drives`; empty where nothing does.
    """

    does: str
    at_most: int = 0
    others_up_to: int = NO_BID
    why: str = ""
    holds_ties: bool = False  # in the auction that goes on, it wins against equal limits


def preview(view: View, orders: Orders, location: int) -> Preview:
    """Return what the viewer's order for a lot of this quarter would do, were it asked now."""
    state, seat = view.state, view.viewer
    assert seat is not None, "spectators give no orders"
    order = orders.lot(state.quarter, location)
    if order.say == Say.ASK:
        return Preview("asks")
    if order.say == Say.PASS:
        return Preview("passes", why="pass")
    is_current = state.phase == AUCTION and location == state.location
    bid = state.bid if is_current else NO_BID
    highest = most(state, seat, orders, location)
    if is_current and state.leader == seat:
        return Preview("leads", max(bid, highest), max(bid, highest - 1), _held_back(view, orders, location, highest))
    if highest <= bid:
        return Preview("passes", why=_held_back(view, orders, location, highest) or "limit")
    failed = failed_condition(state, seat, order) if is_current else ""
    if failed:
        return Preview("asks" if order.otherwise == Say.ASK else "passes", why=failed)
    why = "drives" if order.drives else _held_back(view, orders, location, highest)
    return Preview("bids", highest, highest - 1, why, holds_ties=is_current and _holds_ties(view, highest))


def _holds_ties(view: View, highest: int) -> bool:
    """Tell whether the viewer, among all who are still in, would win at this limit if everybody had it."""
    queue = view.state.queue
    same = dict.fromkeys(queue, highest)
    return bool(queue) and resolve(same, same, queue, view.state.bid).seat == view.viewer


def _held_back(view: View, orders: Orders, location: int, highest: int) -> str:
    """Return what keeps the order below its limit."""
    state, seat = view.state, view.viewer
    assert seat is not None
    order, purse = orders.lot(state.quarter, location), state.money[seat]
    if highest >= order.limit:
        return ""
    if highest == purse - order.keeps and order.keeps:
        return "keeps"
    return "purse" if highest == purse else "cap"
