"""Writing down what seats order. Nothing of it travels: not in the log, on the bus, or in what others are sent."""

from collections.abc import Sequence

from django.utils import timezone

from games.models import Match, OrderSheet, Seat
from games.orders.values import Changes, LotOrder, Say
from games.play.selectors.orders import sheet_of
from games.play.services import clocks
from games.play.services.table_events import show


def write_changes(sheet: OrderSheet, changes: Changes, *, key: str = "") -> None:
    """Make an edit to a seat's sheet. The caller holds the lock on the table."""
    sheet.orders = changes.made_to(sheet.orders)
    sheet.number += 1
    sheet.key, sheet.changed_at = key, timezone.now()
    sheet.save()


def forget_orders(match: Match, seat: Seat) -> None:
    """Burn the orders of a seat that has lost its owner: nobody who comes after them reads or plays by them."""
    OrderSheet.objects.filter(match=match, seat=seat.number).delete()


def pass_for(match: Match, seats: Sequence[Seat], silent: Sequence[Seat]) -> None:
    """Let those pass who said nothing about a lot in time, where the table has it so. The caller holds the lock."""
    state = match.read_state()
    passes = Changes(state.quarter, lots={state.location: LotOrder(Say.PASS)})
    for seat in silent:
        write_changes(sheet_of(match.pk, seat.number), passes)
    clocks.ask(match, seats, anew=False)
    match.version += 1
    show(match, *clocks.TIMED)
