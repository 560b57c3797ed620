"""Drawing the sheet of orders for the owner of a seat; it is in no cache that others share."""

from collections.abc import Mapping
from dataclasses import replace

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.edition_words import words_in
from games.engine import view
from games.models import Match
from games.play.selectors.orders import orders_of
from games.table.orders.saved import own_saved
from games.table.orders.sheet import build_sheet
from games.table.orders.values import OrderSheetView
from games.table.people import people_at


def sheet_for(match: Match, seat: int, language: str, refusals: Mapping[str, str] | None = None) -> OrderSheetView:
    """Return the sheet of a seat as its owner sees it; `refusals` by the place that they belong to."""
    state = match.read_state()
    people = people_at(list(match.seats.select_related("user").order_by("number")))
    words, own = words_in(match.edition_id, language), orders_of(match, state, seat)
    sheet = build_sheet(match, view(state, seat), people, words, own, refusals or {})
    return replace(sheet, saved=own_saved(match, seat))


def draw_orders(match: Match, seat: int, language: str, refusals: Mapping[str, str] | None = None) -> SafeString:
    """Draw the sheet as a part of the table's page."""
    sheet = sheet_for(match, seat, language, refusals)
    return render_to_string("games/table/orders/panel.html", {"sheet": sheet, "match": match, "is_live": True})
