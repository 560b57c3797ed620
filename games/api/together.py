"""Auctions held together, for programs: a bid says how far the seat would go, a pass that it does not want the lot."""

from accounts.models import User
from games.engine import Bid, Move, Pass, Refused
from games.engine.moves import is_whole
from games.models import Match
from games.orders.values import Changes, LotOrder, Say
from games.play.refusals import OrdersMoved
from games.play.selectors.orders import sheet_of
from games.play.services.moves import TableMoved
from games.play.services.orders import give_orders


def answer_together(match: Match, user: User, seat: int, move: Move, *, number: int, key: str) -> None:
    """Answer for the lot that waits for answers, or refuse as a move would be."""
    if number != match.number + 1:
        raise TableMoved
    if not isinstance(move, Bid | Pass):
        raise Refused("auction.answer")
    if isinstance(move, Bid) and (not is_whole(move.amount) or move.amount < 0):
        raise Refused("auction.whole_number")
    state = match.read_state()
    if isinstance(move, Bid) and not 0 <= move.amount <= state.money[seat]:
        raise Refused("auction.purse", amount=move.amount, money=state.money[seat])
    said = LotOrder(say=Say.LIMIT, limit=move.amount) if isinstance(move, Bid) else LotOrder(say=Say.PASS)
    changes = Changes(state.quarter, lots={state.location: said})
    try:
        sheet = sheet_of(match.pk, seat)
        give_orders(match_id=match.pk, seat=seat, changes=changes, number=sheet.number, key=key, user_id=user.pk)
    except OrdersMoved as moved:
        raise TableMoved from moved
