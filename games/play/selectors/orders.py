"""What seats have ordered beforehand, for their owners and for what is played by it; it is nobody else's business."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q
from django.db.models.lookups import Exact

from config.prepared import Prepared
from games.ai.brain import sight_of
from games.engine import State, View, view
from games.engine.state import AUCTION, NO_BID, PARTY, PLACING
from games.models import Match, OrderSheet, Seat
from games.orders.answering import answer
from games.orders.preview import Preview, preview
from games.orders.values import NO_ORDERS, Answer, Ask, Orders, Say

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """What the owner of a seat sees of their orders: all of them, and how often they were changed."""

    orders: Orders
    number: int
    stopped: str  # why they are asked though they had ordered something; empty where they had not
    previews: dict[int, Preview]  # by location: the lots of this quarter that are still to be sold


def orders_of(match: Match, state: State, seat: int) -> OwnOrders:
    """Return a seat's orders for its owner, to whom alone they may be shown."""
    sheet = sheet_of(match.pk, seat)
    orders = sheet.orders.of(state.quarter)
    said = answer(sight_of(state, seat), orders)
    return OwnOrders(
        orders=orders,
        number=sheet.number,
        stopped=said.why if isinstance(said, Ask) else "",
        previews=previews_of(view(state, seat), orders),
    )


def previews_of(seen: View, orders: Orders) -> dict[int, Preview]:
    """Return what orders would do, by how the viewer's table stands now, with each lot that is still to be sold."""
    return {location: preview(seen, orders, location) for location in open_lots(seen.state)}


def open_lots(state: State) -> list[int]:
    """Return the locations of this quarter where something is still to be auctioned."""
    is_sold = state.phase != AUCTION
    return [
        location
        for location, place in enumerate(state.edition.board)
        if not place.is_party and location >= state.location + is_sold
    ]


_sheets_of_seat = Prepared(lambda match, seat: OrderSheet.objects.filter(match=match, seat=seat))


def sheet_of(match_id: int, seat: int) -> OrderSheet:
    """Return a seat's sheet; an empty one that is not stored where it has none."""
    stored = _sheets_of_seat.first(match_id, seat)
    if stored is not None:
        return stored
    empty = OrderSheet(match_id=match_id, seat=seat)
    empty.orders = NO_ORDERS
    return empty


def answer_by_order(match: Match, state: State, seat: Seat) -> Answer | None:
    """Return what the acting seat has ordered for the question it is asked; None where it is to be asked.

    Whoever left for good has no orders any more. Whoever takes something back decides anew: their orders would only do
    the same again.
    """
    if seat.user_id is None or seat.conceded_at is not None:
        return None
    try:
        said = answer(sight_of(state, seat.number), sheet_of(match.pk, seat.number).orders)
    except Exception:
        # Somebody's orders must not undo the move of whoever played before them: then they are asked.
        logger.exception("The orders of seat %s in match %s cannot be followed", seat.number, match.pk)
        return None
    if not isinstance(said, Answer) or (state.phase != AUCTION and _just_took_back(match, seat.number)):
        return None
    return said


def awaited_seats(match: Match, state: State, seats: Sequence[Seat]) -> list[Seat]:
    """Return the people whose answer a lot still waits for: where auctions are held together, before its first bid."""
    if match.auctions != Match.Auctions.TOGETHER or not is_fresh_lot(state):
        return []
    return _unanswered(match, seats, state.quarter, state.location)


def seats_ahead(match: Match, state: State, seats: Sequence[Seat]) -> list[Seat]:
    """Return the people who can say already how far they go for the next lot, while another places or chooses."""
    location = lot_ahead(match, state)
    if location is None:
        return []
    waiting = [seat for seat in seats if seat.number != state.turn]
    return _unanswered(match, waiting, state.quarter, location)


def lot_ahead(match: Match, state: State) -> int | None:
    """Return the lot that can be answered already where auctions are held together: it does not follow from a placing.

    Nothing of it is played before its time, and nobody's clock runs for it.
    """
    if match.auctions != Match.Auctions.TOGETHER or state.phase not in (PLACING, PARTY):
        return None
    board, location = state.edition.board, state.location + 1
    return location if location < len(board) and not board[location].is_party else None


def is_fresh_lot(state: State) -> bool:
    """Tell whether a lot is open for which nobody has bid or passed yet."""
    return state.phase == AUCTION and state.bid == NO_BID and len(state.queue) == state.setup.seats


def asked_of(seat: F, match: str = "") -> Q:
    """Ask a query what `Match.asks` asks of one match; `match` is the way to it from what is queried."""
    alone = Q(**{f"{match}awaited": 0, f"{match}turn_seat": seat})
    bit = F(f"{match}awaited").bitrightshift(seat)  # type: ignore[arg-type]  # any expression will do
    return alone | Q(Exact(bit.bitand(1), 1))


def _unanswered(match: Match, seats: Sequence[Seat], quarter: int, location: int) -> list[Seat]:
    """Return the people among these who have said nothing about a lot."""
    sheets = {sheet.seat: sheet.orders for sheet in OrderSheet.objects.filter(match=match)}
    people = [seat for seat in seats if seat.user_id is not None and not seat.brain_level]
    return [seat for seat in people if sheets.get(seat.number, NO_ORDERS).lot(quarter, location).say == Say.ASK]


def _just_took_back(match: Match, seat: int) -> bool:
    latest = match.moves.filter(number=match.number).first()
    return latest is not None and latest.is_undo and latest.seat == seat
