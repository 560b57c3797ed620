"""Substitutes: whoever takes over, for the rest of a match, the seat of somebody who stays away."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.services.locking import lock_person
from games import broadcast
from games.lobby.services.seating import expect_invited, expect_may_sit, with_whom
from games.models import Invitation, Match, Seat, TableEvent
from games.play.refusals import ActionRefused, SeatedAlready
from games.play.selectors.visibility import has_played
from games.play.services.clocks import TIMED
from games.play.services.deadlines import ask_whoever_comes
from games.play.services.locking import expect_known_rules, lock_table, seats_of
from games.play.services.order_sheets import forget_orders
from games.play.services.results import decisions_in
from games.play.services.table_events import show, write_event

TAKEN = (
    *("user", "taken_at", "taken_over_at", "began_by", "decided_before", "stood_in_since", "offer_at", "is_offered"),
    *("bank_seconds", "time_outs", "seen_number", "looked_at", "hints_taken", "hint"),
)


class NotOffered(ActionRefused):
    reason = _("No seat is offered at this table now. Its owner may have come back, or somebody else was faster.")


class HadASeat(ActionRefused):
    reason = _("You had a seat in this match. You can look on.")


def take_over(*, match_id: int, user: User) -> Match:
    """Take over the seat that is offered at a table."""
    with transaction.atomic():
        user = lock_person(user)
        match = lock_table(match_id)
        sit_in(match, user)
        return match


def sit_in(match: Match, user: User) -> None:
    """Seat a substitute if everything allows it. The caller holds the locks on the person and the table."""
    expect_known_rules(match)
    seats = seats_of(match)
    seat = next((seat for seat in seats if seat.is_offered), None)
    if any(other.user_id == user.pk for other in seats):
        raise SeatedAlready
    if seat is None or seat.user is None or match.status != Match.Status.RUNNING or match.paused_at is not None:
        raise NotOffered
    if has_played(match, user):
        raise HadASeat
    expect_may_sit(match, user, with_whom(match, seats) - {seat.user_id})
    expect_invited(match, user, token="")
    _change_owner(match, seat, user)
    ask_whoever_comes(match, seats, seat)
    show(match, *TIMED)
    match.invitations.filter(user=user).update(status=Invitation.Status.ACCEPTED)
    broadcast.announce_lobby()


def _change_owner(match: Match, seat: Seat, user: User) -> None:
    """Write down whose the seat was, and give it to another with the whole bank of time of the table."""
    former, now = seat.user, timezone.now()
    if seat.taken_over_at is None:
        seat.began_by, seat.decided_before = former, decisions_in(match)[seat.number, False]
    seat.user, seat.taken_at, seat.taken_over_at = user, now, now
    seat.stood_in_since, seat.offer_at, seat.is_offered = None, None, False
    seat.bank_seconds, seat.time_outs, seat.seen_number = match.bank_seconds, 0, 0
    seat.looked_at, seat.hints_taken, seat.hint = None, 0, None
    seat.save(update_fields=TAKEN)
    forget_orders(match, seat)
    write_event(match, TableEvent.Kind.SUBSTITUTED, seat=seat.number, user=former)
