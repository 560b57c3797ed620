"""An AI plays for whoever let a deadline pass, on what that seat may know, until its owner is back."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import broadcast
from games.engine.state import KNOWN_RULES
from games.models import Match, Seat, TableEvent
from games.play.refusals import NotSeated
from games.play.services.agreements import follow_agreement
from games.play.services.attempts import attempt
from games.play.services.clocks import TIMED, acting, ask, stop_if_alone
from games.play.services.downtime import forgive_downtime, hold_unknown
from games.play.services.locking import expect_known_rules, lock_table, seats_of
from games.play.services.notices import grace, tell_stood_in
from games.play.services.offers import offered_from
from games.play.services.order_sheets import forget_orders, pass_for
from games.play.services.table_events import show, write_event

SWEPT_AT_ONCE = 100


def pass_deadlines() -> int:
    """Let an AI play for everybody whose time is over; several may sweep at once."""
    forgive_downtime()
    hold_unknown()
    late = _late().order_by("deadline_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE]
    return sum(attempt(_stand_in, match_id) for match_id in list(late))


def come_back(*, match_id: int, user: User) -> bool:
    """Give the seat back to its owner; the answer tells whether an AI had played for them."""
    with transaction.atomic():
        match = lock_table(match_id)
        seats = seats_of(match)
        seat = next((seat for seat in seats if seat.user_id == user.pk and seat.conceded_at is None), None)
        if seat is None:
            raise NotSeated
        expect_known_rules(match)
        if match.status != Match.Status.RUNNING or seat.stood_in_since is None:
            return False
        give_back(match, seats, seat)
        return True


def give_back(match: Match, seats: Sequence[Seat], seat: Seat) -> None:
    """Give a seat back to its owner, and ask them what is asked. The caller holds the lock on the table."""
    since = _first_return(match, seat)
    welcome_back(match, seat)
    ask_whoever_comes(match, seats, seat, since=since)
    show(match, *TIMED)


def ask_whoever_comes(match: Match, seats: Sequence[Seat], seat: Seat, *, since: datetime | None = None) -> None:
    """Ask the owner of a seat for which an AI played until now. The caller saves TIMED.

    An AI that is to act no longer takes its time as where nobody is; and a lot that waited for nobody any more, but has
    not begun, waits for them.
    """
    asked = acting(match, seats)
    if match.awaited or asked is seat or (asked is not None and asked.brain_level):
        ask(match, seats, anew=not match.awaited, since=since)


def _first_return(match: Match, seat: Seat) -> datetime | None:
    """When the owner first came back for the entry that is asked for now; None where they have not.

    New time comes once an entry: whoever lets it pass and comes back again and again would hold up everybody for ever.
    """
    returns = match.table_events.filter(kind=TableEvent.Kind.BACK, seat=seat.number, after_number=match.number)
    return returns.order_by("at").values_list("at", flat=True).first()


def hand_to_ai(match: Match, seats: Sequence[Seat], seat: Seat, kind: str, *, for_good: bool, note: str = "") -> None:
    """Let an AI play somebody's seat, to the end or until they are back. The caller holds the lock on the table."""
    now = timezone.now()
    seat.conceded_at, seat.stood_in_since = (now, None) if for_good else (None, now)
    seat.offer_at, seat.is_offered = None if for_good else offered_from(match, seat, now), False
    seat.save(update_fields=["conceded_at", "stood_in_since", "offer_at", "is_offered"])
    if for_good:
        forget_orders(match, seat)
    write_event(match, kind, seat=seat.number, note=note)
    if match.asks(seat.number):
        ask(match, seats, anew=not match.awaited)
    stop_if_alone(match, seats)
    show(match, *TIMED)
    if for_good:
        follow_agreement(match, seats)


def welcome_back(match: Match, seat: Seat) -> None:
    """Give a seat back to its owner. The caller holds the lock on the table and shows it."""
    if seat.is_offered:
        broadcast.announce_lobby()
    seat.stood_in_since, seat.offer_at, seat.is_offered = None, None, False
    seat.save(update_fields=["stood_in_since", "offer_at", "is_offered"])
    write_event(match, TableEvent.Kind.BACK, seat=seat.number)


def _late() -> QuerySet[Match]:
    running = Match.objects.filter(
        status=Match.Status.RUNNING, paused_at=None, set_aside_at=None, rules__in=KNOWN_RULES
    )
    now = timezone.now()
    over = Q(deadline_at__lte=now) & (Q(pace=Match.Pace.LIVE) | Q(deadline_at__lte=now - grace()))
    # Whoever is to give the only answer there is cannot be late with it.
    return running.filter(over, ai_due_at=None)


@transaction.atomic
def _stand_in(match_id: int) -> bool:
    """Asked again once nobody can change it: a move may have come in the same moment, and then it stands."""
    match = _late().select_for_update().filter(pk=match_id).first()
    if match is None:
        return False
    seats = seats_of(match)
    late = [seat for seat in seats if match.asks(seat.number) and not seat.brain_level]
    if match.awaited and match.silence_passes:
        pass_for(match, seats, late)
        return True
    for seat in late:
        seat.time_outs += 1
        seat.bank_seconds = 0
        seat.save(update_fields=["time_outs", "bank_seconds"])
        hand_to_ai(match, seats, seat, TableEvent.Kind.AWAY, for_good=False)
        tell_stood_in(match, seat)
    return bool(late)
