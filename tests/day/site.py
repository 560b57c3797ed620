"""The tables of a day, and what a person does there: answers, takes back, orders, retries, stays away."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress

from accounts.models import User
from games.engine import Refused, legal_moves
from games.engine.moves import to_entry
from games.models import Match, Seat
from games.orders.values import Changes, LotOrder, PartyWish, PlacingWishes, Say
from games.play.refusals import ActionRefused
from games.play.selectors.orders import open_lots, sheet_of
from games.play.services.moves import NotAllowed, TableMoved, begin_match, play_moves, undo
from games.play.services.orders import give_orders

EDITIONS = ("dream-factory-2009", "traumfabrik-2000")
# Nobody who orders goes so far for any lot, whatever others do.
LIMIT = 4


class Sent(NamedTuple):
    """A move as a client sent it, to be held against what is stored."""

    match: int
    seat: int
    number: int
    key: str
    entry: list[Any]


@dataclass
class Journal:
    """What clients were told."""

    stored: list[Sent] = field(default_factory=list)
    refused: list[Sent] = field(default_factory=list)
    ordering: set[tuple[int, int]] = field(default_factory=set)  # by match and seat
    problems: list[str] = field(default_factory=list)


def open_tables(dice: Random, name: str) -> list[Match]:
    """Begin a slow table, one where auctions are held together, and a live one; each with an AI that is watched."""
    hour = 3600
    kinds: list[dict[str, Any]] = [
        {"pace": "slow", "decision_seconds": 2 * hour, "size": 3},
        {"pace": "slow", "decision_seconds": 2 * hour, "size": 3, "auctions": Match.Auctions.TOGETHER},
        {"pace": "live", "decision_seconds": 600, "size": 2 + dice.randrange(2), "rated": True},
    ]
    return [_begin(dice, f"{name}/{number}", **kind) for number, kind in enumerate(kinds)]


def _begin(dice: Random, name: str, *, size: int, **said: Any) -> Match:
    people = [_person(f"{name}/{seat}") for seat in range(size)]
    edition = dice.choice(EDITIONS)
    match = Match.objects.create(
        title=name, host=people[0], edition_id=edition, size=size + 1, secret=dice.randbytes(32), **said
    )
    Seat.objects.bulk_create(Seat(match=match, number=seat, user=user) for seat, user in enumerate(people))
    Seat.objects.create(match=match, number=size, ai_level="witness")
    begin_match(match=match)
    return match


def _person(name: str) -> User:
    """Make somebody who can be written to."""
    user = User.objects.create_user(name, f"{name}@example.org".replace("/", "."))
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@dataclass
class Person:
    """Somebody on a seat: they come now and then, and answer by what their page showed a while ago."""

    match: int
    seat: int
    user: int
    dice: Random
    journal: Journal
    orders_at_all: bool

    def come(self) -> timedelta:
        """Do what is asked; the answer is when they come again."""
        match = Match.objects.get(pk=self.match)
        if match.status == Match.Status.RUNNING:
            if self.orders_at_all and self.dice.random() < 0.3:
                self._order(match)
            elif match.asks(self.seat) and not match.awaited:
                self._answer(match)
            elif match.awaited:
                self._order(match)
            elif self.dice.random() < 0.4:
                self._take_back(match)
        return self._pause(match)

    def _pause(self, match: Match) -> timedelta:
        """Return how long they stay away: minutes, and now and then longer than they may."""
        minutes = 1.0 if match.pace == Match.Pace.LIVE else 12.0
        return timedelta(minutes=minutes * self.dice.lognormvariate(0, 1.2))

    def _answer(self, match: Match) -> None:
        answers = legal_moves(match.read_state())
        move = answers[int(len(answers) * self.dice.random() ** 2)]
        # Now and then from a page that did not hear of the latest entry.
        number = match.number + 1 - (self.dice.random() < 0.08)
        sent = Sent(self.match, self.seat, number, f"{self.dice.getrandbits(60):x}", to_entry(self.seat, move))
        self._send(sent, [move])
        while self.dice.random() < 0.25:  # the answer was lost on the way, or the button pressed twice
            self._send(sent, [move])

    def _send(self, sent: Sent, moves: list[Any]) -> None:
        try:
            played = play_moves(
                match_id=sent.match, seat=sent.seat, moves=moves, number=sent.number, key=sent.key, user_id=self.user
            )
        except (TableMoved, Refused):
            self.journal.refused.append(sent)
            return
        self.journal.stored.append(sent)
        if not played.again and played.number != sent.number:
            self.journal.problems.append(f"{sent.match}: sent as entry {sent.number}, played as {played.number}")

    def _take_back(self, match: Match) -> None:
        try:
            undo(match_id=self.match, seat=self.seat, number=match.number + 1, user_id=self.user)
        except (TableMoved, NotAllowed):
            return

    def _order(self, match: Match) -> None:
        """Say how far they go for every lot of the quarter, and leave the rest to the director."""
        state, sheet = match.read_state(), sheet_of(self.match, self.seat)
        lots = [lot for lot in open_lots(state) if lot != state.location or self.seat in state.queue]
        if not self.orders_at_all:  # they say only what everybody is asked
            lots = [lot for lot in lots if lot == state.location]
        orders = {lot: LotOrder(Say.LIMIT, self.dice.randint(1, LIMIT)) for lot in lots}
        changes = Changes(state.quarter, lots=orders)
        if self.orders_at_all:
            changes = replace(changes, placing=PlacingWishes(as_director=True), party=PartyWish(as_director=True))
        try:
            give_orders(match_id=self.match, seat=self.seat, changes=changes, number=sheet.number, user_id=self.user)
            self.journal.ordering.add((self.match, self.seat))
        except (ActionRefused, TableMoved):
            return
