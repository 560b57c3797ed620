"""One slow match from its beginning to its end, between four people who come when they come."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from django.db import transaction

from accounts.models import User
from games.engine import State
from games.engine.state import AUCTION
from games.models import Match, Seat
from games.models.match import DAY
from games.orders.values import Changes, Say
from games.play.selectors.orders import open_lots, sheet_of
from games.play.services import ai_turns
from games.play.services.moves import begin_match, play_moves
from games.play.services.orders import give_orders
from games.slow_play.clock import SimulatedClock, awake_after, draw_delay, running_on
from games.slow_play.foresight import by_hand, lot_orders, party_wish, placing_wishes

SEATS: Final = 4
# Whoever is asked again so soon is still there.
ATTENTION: Final = timedelta(minutes=5)


class Mode(StrEnum):
    """What people make use of; each mode has all that those before it have."""

    IN_TURN = "in_turn"  # every answer by hand
    MAXIMUM_BIDS = "maximum_bids"  # a limit for the lot, when they are first asked about it
    ORDERS = "orders"  # limits for all lots of the quarter
    WISHES = "wishes"  # ... where tiles go, and what to take at parties
    TOGETHER = "together"  # ... and everybody is asked at once


class PlayedSlowly(NamedTuple):
    """How long a match took, and how many answers by hand its people gave together."""

    days: float
    human_decisions: int


@dataclass(slots=True)
class SlowMatch:
    """A match in play: who will come when, and how often they did."""

    match: Match
    mode: Mode
    clock: SimulatedClock
    dice: Random
    coming: dict[int, datetime] = field(default_factory=dict)
    present: int | None = None
    left_at: datetime | None = None
    has_ordered: bool = False  # in this sitting
    decisions: int = 0

    def go_on(self) -> None:
        """Play what comes by itself; where nothing does, let the next person come."""
        self.match.refresh_from_db()
        if self.match.ai_due_at is not None:
            self.clock.reach(self.match.ai_due_at)
            ai_turns.answer(match_id=self.match.pk, number=self.match.number + 1)
            return
        if self.match.status != Match.Status.RUNNING:
            return
        asked = [seat for seat in range(SEATS) if self.match.asks(seat)]
        self.coming = {seat: self.coming.get(seat) or self._comes_at(seat) for seat in asked}
        seat = min(asked, key=self.coming.__getitem__)
        self.clock.reach(self.coming.pop(seat))
        self._sit(seat)

    def _comes_at(self, seat: int) -> datetime:
        if seat == self.present and self.left_at is not None and self.clock.now - self.left_at <= ATTENTION:
            return self.clock.now
        return awake_after(self.clock.now, draw_delay(self.dice))

    def _sit(self, seat: int) -> None:
        """Let somebody answer what they are asked, and order what they can foresee."""
        if seat != self.present or self.left_at is None or self.clock.now - self.left_at > ATTENTION:
            self.has_ordered = False
        self.present = seat
        number, ordered = self.match.number, self._order(seat)
        self.match.refresh_from_db()
        # What an order has answered led to another question, and whoever is asked that has not gone yet.
        if not ordered or (self.match.number == number and self._is_asked_alone(seat)):
            self._answer(seat)
        self.left_at = self.clock.now

    def _is_asked_alone(self, seat: int) -> bool:
        return self.match.asks(seat) and not self.match.awaited and self.match.ai_due_at is None

    def _answer(self, seat: int) -> None:
        moves = by_hand(self.match.read_state(), seat)
        play_moves(match_id=self.match.pk, seat=seat, moves=moves, number=self.match.number + 1)
        self.decisions += 1

    def _order(self, seat: int) -> bool:
        """Give what orders the mode has, if something is still open; tell whether any were given."""
        if self.mode == Mode.IN_TURN:
            return False
        state, sheet = self.match.read_state(), sheet_of(self.match.pk, seat)
        lots = self._open(state, seat)
        if all(sheet.orders.lot(state.quarter, lot).say != Say.ASK for lot in lots) and not self._renews(state):
            return False
        changes = self._foreseen(state, seat, lots)
        give_orders(match_id=self.match.pk, seat=seat, changes=changes, number=sheet.number)
        self.decisions += not self.has_ordered
        self.has_ordered = True
        return True

    def _renews(self, state: State) -> bool:
        """Whoever has to come since a wish fitted no more makes new ones."""
        return self.mode in (Mode.WISHES, Mode.TOGETHER) and state.phase != AUCTION

    def _open(self, state: State, seat: int) -> list[int]:
        """Return the lots about which something can be said: those where the seat has not passed."""
        lots = [lot for lot in open_lots(state) if lot != state.location or seat in state.queue]
        return lots if self.mode != Mode.MAXIMUM_BIDS else [lot for lot in lots if lot == state.location]

    def _foreseen(self, state: State, seat: int, lots: list[int]) -> Changes:
        has_wishes = self.mode in (Mode.WISHES, Mode.TOGETHER)
        return Changes(
            state.quarter,
            lots=lot_orders(state, seat, lots, with_places=has_wishes),
            placing=placing_wishes(state, seat, lots) if has_wishes else None,
            party=party_wish(state, seat) if has_wishes else None,
        )


def play_slowly(mode: Mode, edition_id: str, seed: str) -> PlayedSlowly:
    """Play a match and leave no trace of it: all of it is one transaction that is taken back, so nobody is told."""
    clock = SimulatedClock()
    with running_on(clock), transaction.atomic():
        table = SlowMatch(_begin(mode, edition_id, seed), mode, clock, Random(seed))  # noqa: S311 - a simulation
        while table.match.status == Match.Status.RUNNING:
            table.go_on()
        assert table.match.started_at is not None
        days = (clock.now - table.match.started_at).total_seconds() / DAY
        transaction.set_rollback(True)
    return PlayedSlowly(days, table.decisions)


def _begin(mode: Mode, edition_id: str, seed: str) -> Match:
    """Seat four people; a seed has the same deal in every mode."""
    people = [User.objects.create_user(f"{seed}/{number}") for number in range(SEATS)]
    match = Match.objects.create(
        host=people[0],
        edition_id=edition_id,
        size=SEATS,
        pace=Match.Pace.SLOW,
        decision_seconds=7 * DAY,
        auctions=Match.Auctions.TOGETHER if mode == Mode.TOGETHER else Match.Auctions.IN_TURN,
        secret=Random(seed).randbytes(32),  # noqa: S311 - a simulation
    )
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(people))
    begin_match(match=match)
    return match
