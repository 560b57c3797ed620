"""What the action bar says about orders: answers that can be given ahead, and those that stand."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from config.prepared import Prepared
from games.edition_words import Words
from games.engine import State, View
from games.engine.state import AUCTION, NO_BID
from games.models import Match, OrderSheet
from games.orders.preview import preview
from games.orders.values import NO_ORDERS, Orders, Say
from games.play.selectors.orders import lot_ahead, orders_of
from games.table.actions import Actions
from games.table.orders.sheet import amount_of, outlook_of
from games.table.orders.values import Amount, Outlook
from games.table.parts import Part

# The bar, and all that may stand inside of it: an edit of orders shows there, and raises no version of the table.
BAR: Final = (
    "actions",
    "question",
    "answered",
    "order-note",
    "bar-orders",
    "bar-ahead",
    "bar-clock",
    "clock",
    "bank",
    "table-version",
)
GATHERING: Final = ("answer", "gather")


class OwnSheet(NamedTuple):
    """What a seat has ordered, and how often it was changed."""

    orders: Orders = NO_ORDERS
    number: int = 0


NO_SHEET: Final = OwnSheet()
Sheets = dict[int, OwnSheet]


@dataclass(frozen=True, slots=True)
class BarPart(Part):
    """How far the viewer goes for the lot that is being sold, or comes next: to be said, changed or taken back."""

    template = "orders/bar"
    match_id: int
    sheet: int
    quarter: int
    location: int
    say: str
    limit: Amount | None  # nothing where nobody can go further
    next_place: str = ""  # its name, where it is not being sold yet


@dataclass(frozen=True, slots=True)
class AheadPart(Part):
    """What can be said besides before one's turn: a pass ahead, or that the order is taken back."""

    template = "orders/ahead"
    match_id: int
    say: str
    next_place: str = ""


@dataclass(frozen=True, slots=True)
class PlacePart(Part):
    """Where something of this may stand later."""

    template = "orders/place"
    id: str


@dataclass(frozen=True, slots=True)
class OrderQuestionPart(Part):
    """What is asked, or what stands already."""

    template = "orders/question"
    kind: str
    say: str
    is_seated: bool


@dataclass(frozen=True, slots=True)
class OrderNotePart(Part):
    """What a standing order will do, or why it stopped; for its owner."""

    template = "orders/note"
    say: str
    outlook: Outlook | None = None
    stopped: str = ""
    next_place: str = ""


@dataclass(frozen=True, slots=True)
class AnsweredPart(Part):
    """How many have answered; and whether the viewer is the last one."""

    template = "orders/answered"
    answered: int
    size: int
    is_last: bool


_sheets = Prepared(lambda match: OrderSheet.objects.filter(match=match))


def sheets_at(match: Match) -> Sheets:
    """Read what all seats have ordered: once for everybody for whom a moment is drawn, and each is shown their own."""
    if match.status != Match.Status.RUNNING:
        return {}
    return {sheet.seat: OwnSheet(sheet.orders, sheet.number) for sheet in _sheets(match.pk)}


def order_parts(match: Match, seen: View, actions: Actions, words: Words, own: OwnSheet) -> dict[str, Part]:
    """List the parts of the bar that speak of orders."""
    parts: dict[str, Part] = {}
    if actions.kind in GATHERING:
        is_last = actions.kind == "answer" and match.answered == match.size - 1
        parts["question"] = OrderQuestionPart(actions.kind, "ask", is_seated=seen.viewer is not None)
        parts["answered"] = AnsweredPart(match.answered, match.size, is_last)
    if seen.viewer is None or actions.kind not in ("bid", "wait", *GATHERING):
        return parts
    bar = _bar(match, seen, words, own)
    if bar is None or (actions.kind == "bid" and bar.limit is None):
        return parts | {place: PlacePart(place) for place in ("bar-orders", "order-note", "bar-ahead")}
    # Among the bids it is not shown, but stays: whoever bids needs it again in a moment.
    parts["bar-ahead"] = AheadPart(match.pk, bar.say, bar.next_place)
    if bar.say != "ask" and actions.kind != "bid" and not bar.next_place:
        parts["question"] = OrderQuestionPart(actions.kind, bar.say, is_seated=True)
    return parts | {"bar-orders": bar, "order-note": _note(match, seen, actions, words, own, bar)}


def _bar(match: Match, seen: View, words: Words, own: OwnSheet) -> BarPart | None:
    """Return the answers of a seat that is still in, or can answer ahead; nothing where nothing is sold to it."""
    state, seat = seen.state, seen.viewer
    assert seat is not None
    is_in = state.phase == AUCTION and seat in state.queue
    location = state.location if is_in else lot_ahead(match, state)
    if location is None:
        return None
    order = own.orders.lot(state.quarter, location)
    return BarPart(
        match_id=match.pk,
        sheet=own.number,
        quarter=state.quarter,
        location=location,
        say=order.say.value,
        limit=_limit(state, seat, order.limit if order.say == Say.LIMIT else None, words),
        next_place="" if is_in else words.location(location),
    )


def _limit(state: State, seat: int, limit: int | None, words: Words) -> Amount | None:
    """Return the field for a limit. It does not follow each bid: half of the purse, while that is enough."""
    purse, bid = state.money[seat], state.bid if state.phase == AUCTION else NO_BID
    if purse <= bid:
        return None
    first = max(1, purse // 2) if purse // 2 > bid else purse
    return amount_of(first if limit is None else limit, purse, words)


def _note(match: Match, seen: View, actions: Actions, words: Words, own: OwnSheet, bar: BarPart) -> OrderNotePart:
    seat = seen.viewer
    assert seat is not None
    if actions.kind == "bid":
        is_stopped = bar.say != Say.ASK and not actions.is_forced
        return OrderNotePart("ask", stopped=orders_of(match, match.read_state(), seat).stopped if is_stopped else "")
    has_limit = bar.say == Say.LIMIT
    outlook = outlook_of(preview(seen, own.orders, bar.location), words) if has_limit else None
    return OrderNotePart(bar.say, outlook, next_place=bar.next_place)
