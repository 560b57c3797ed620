"""Pausing and ending a match by agreement of all its people; anybody lets it go on again."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.state import KNOWN_RULES
from games.models import Match, Seat, TableEvent
from games.play.refusals import ActionRefused, NotSeated, UnknownChoice
from games.play.selectors.agreements import ASKED, have_a_say, proposal_at
from games.play.services import clocks
from games.play.services.attempts import attempt
from games.play.services.calling_off import call_off
from games.play.services.locking import expect_known_rules, lock_table, seats_of
from games.play.services.notices import CalledOff
from games.play.services.table_events import show, write_event

Kind = TableEvent.Kind
BY_PLAYERS: Final = Match.PausedBy.PLAYERS
# Whoever was declined so often asks again when the match has gone on.
MOST_QUESTIONS: Final = 3


class NothingToAgreeOn(ActionRefused):
    reason = _("That cannot be agreed on at this table now.")


class TournamentGoesOn(ActionRefused):
    reason = _("The others in the tournament wait for the end of this match, so it cannot be paused or called off.")


class AskedAlready(ActionRefused):
    reason = _("There is already a question at this table. Answer that first.")


class AskedOften(ActionRefused):
    reason = _("You have asked often enough for now. Ask again when the match has gone on.")


class QuestionSettled(ActionRefused):
    reason = _("That question is settled already. Here is the table as it stands.")


class RatedNeedsTwo(ActionRefused):
    reason = _("A rated match is ended only if two people at least agree. You can leave it at any time.")


def propose(*, match_id: int, user: User, kind: str) -> None:
    """Ask everybody for a pause, or for an end without a result; alone with AIs it is done at once."""
    with transaction.atomic():
        match = lock_table(match_id)
        seats = seats_of(match)
        seat = _own_seat(seats, user)
        _expect_may_ask(match, seats, seat, kind)
        write_event(match, kind, seat=seat.number)
        show(match)
        follow_agreement(match, seats)


def answer(*, match_id: int, user: User, proposal_id: int, agrees: bool) -> None:
    """Agree to what is asked, or not; whoever asked withdraws it. What was meant is the very question that was seen."""
    with transaction.atomic():
        match = lock_table(match_id)
        seats = seats_of(match)
        seat = _own_seat(seats, user)
        proposal = proposal_at(match, seats)
        if proposal is None or proposal.pk != proposal_id:
            raise QuestionSettled
        refusal = Kind.WITHDRAWN if seat.number == proposal.by else Kind.DECLINED
        if not agrees:
            write_event(match, refusal, seat=seat.number)
        elif seat.number not in proposal.agreed:
            write_event(match, Kind.AGREED, seat=seat.number)
        show(match)
        follow_agreement(match, seats)


def go_on(*, match_id: int, user: User) -> None:
    """Let a match go on that its people paused: anybody of them may."""
    with transaction.atomic():
        match = lock_table(match_id)
        _own_seat(seats_of(match), user)
        if match.paused_by != BY_PLAYERS or match.status != Match.Status.RUNNING or not clocks.resume(match=match):
            raise NothingToAgreeOn


def follow_agreement(match: Match, seats: Sequence[Seat]) -> None:
    """Do what all agree on who are left: they have just agreed, or whoever did not is gone. The caller holds the lock.

    A pause of people who have all left is over: nobody could end it, and AIs play the match to its end.
    """
    if not any(seat.user_id is not None and seat.conceded_at is None for seat in seats):
        if match.paused_by == BY_PLAYERS and match.status == Match.Status.RUNNING:
            clocks.resume(match=match)
        return
    proposal = proposal_at(match, seats)
    if proposal is None or proposal.missing or not have_a_say(seats):
        return
    if proposal.kind == Kind.PAUSE_ASKED:
        clocks.pause(match=match, by=BY_PLAYERS)
    elif not _needs_another(match, seats):
        call_off(match, Kind.CALLED_OFF, by=BY_PLAYERS, why=CalledOff.BY_AGREEMENT)


def end_forsaken_pauses() -> None:
    """Let go on what its people paused and have all left since, where it could not at once: during maintenance."""
    somebody = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False, conceded_at=None)
    paused = Match.objects.filter(status=Match.Status.RUNNING, paused_by=BY_PLAYERS, rules__in=KNOWN_RULES)
    for match_id in list(paused.filter(~Exists(somebody)).values_list("pk", flat=True)):
        attempt(_end_forsaken_pause, match_id)


@transaction.atomic
def _end_forsaken_pause(match_id: int) -> None:
    match = lock_table(match_id)
    follow_agreement(match, seats_of(match))


def _needs_another(match: Match, seats: Sequence[Seat]) -> bool:
    """Tell whether a match counts too much for one person alone to end it: the others may have left."""
    return match.rated and len(have_a_say(seats)) < 2


def _own_seat(seats: list[Seat], user: User) -> Seat:
    seat = next((seat for seat in seats if seat.user_id == user.pk and seat.conceded_at is None), None)
    if seat is None:
        raise NotSeated
    return seat


def _expect_may_ask(match: Match, seats: list[Seat], seat: Seat, kind: str) -> None:
    if kind not in ASKED:
        raise UnknownChoice
    expect_known_rules(match)
    if match.in_tournament:
        raise TournamentGoesOn
    if match.status != Match.Status.RUNNING or match.paused_by not in ("", BY_PLAYERS):
        raise NothingToAgreeOn
    if kind == Kind.PAUSE_ASKED and match.paused_at is not None:
        raise NothingToAgreeOn
    if kind == Kind.END_ASKED and _needs_another(match, seats):
        raise RatedNeedsTwo
    if proposal_at(match, seats) is not None:
        raise AskedAlready
    asked = match.table_events.filter(kind__in=ASKED, seat=seat.number, after_number=match.number)
    if asked.count() >= MOST_QUESTIONS:
        raise AskedOften
