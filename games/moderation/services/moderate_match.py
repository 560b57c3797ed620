"""What moderators do to a match: each act with its reason, as a fact in the log, told to the table and traced."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff.services.trace import trace
from config.after_commit import after_commit
from games.lobby.services.account_changes import tables_of
from games.lobby.services.seating import stand_up
from games.models import Invitation, Match, TableEvent
from games.play.refusals import ActionRefused
from games.play.selectors.visibility import has_played
from games.play.services import clocks
from games.play.services.calling_off import call_off
from games.play.services.clocks import PAUSED
from games.play.services.deadlines import hand_to_ai
from games.play.services.locking import lock_table, seats_of
from games.play.services.moves import NotAllowed, take_back_for_all
from games.play.services.notices import CalledOff, tell_taken_over
from games.play.services.table_events import show, write_event
from games.signals import result_changed

Kind = TableEvent.Kind


class PlaysThere(ActionRefused):
    reason = _("You are playing in this match, so somebody else has to handle it.")


class NotNow(ActionRefused):
    reason = _("That cannot be done in the current state of this match.")


def pause_match(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Stop the clocks and refuse moves until it goes on."""
    with transaction.atomic():
        match = _lock_for(actor, match_id)
        if not clocks.pause(match=match, note=note):
            raise NotNow
        _trace(actor, "pause match", match, why, {"paused": False}, {"paused": True})


def resume_match(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Let it go on with as much time as everybody had."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        # What was set aside is taken up, or nothing would ever be due there again.
        if match.set_aside_at is not None or not clocks.resume(match=match, note=note):
            raise NotNow
        _trace(actor, "resume match", match, why, {"paused": True}, {"paused": False})


def end_without_result(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """End a running match for everybody. It stays to be looked at, counts for nothing and is deleted by nobody."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        call_off(match, Kind.ENDED, by=Match.PausedBy.STAFF, why=CalledOff.BY_STAFF, note=note)
        _trace(actor, "end match", match, why, {"status": "running"}, {"status": match.status})


def put_ai(*, actor: User, match_id: int, seat_number: int, why: str, note: str = "") -> None:
    """Give somebody's seat to an AI, to the end of the match."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        seats = seats_of(match)
        seat = next((row for row in seats if row.number == seat_number and row.user_id and not row.conceded_at), None)
        if seat is None:
            raise NotNow
        before = {"seat": seat.number, "user": seat.user_id, "stood_in": seat.stood_in_since is not None}
        hand_to_ai(match, seats, seat, Kind.TAKEN_OVER, for_good=True, note=note)
        tell_taken_over(match, seat)
        _trace(actor, "put AI on seat", match, why, before, {"seat": seat.number, "ai": True}, seat.user)


def take_back(*, actor: User, match_id: int, count: int, agreed: bool, why: str, note: str = "") -> None:
    """Take the latest moves back for everybody, through `play_move`'s rules: the undo is an entry of its own."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        try:
            played = take_back_for_all(match_id=match.pk, count=count)
        except NotAllowed as refusal:
            raise NotNow from refusal
        match.refresh_from_db()
        write_event(match, Kind.TAKEN_BACK, note=note or why[:300])
        show(match)
        after = {"number": played.number, "count": count, "everybody_agreed": agreed}
        _trace(actor, "take moves back", match, why, {"number": played.number - 1}, after)


def void_match(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Take a match out of the ratings; they are computed anew."""
    _count(actor, match_id, why, note, void=True)


def count_match(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Let a voided match count again."""
    _count(actor, match_id, why, note, void=False)


def set_aside(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Put a broken match away: nothing is due there any more, and nothing of it is lost."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        if match.set_aside_at is not None:
            raise NotNow
        match.set_aside_at = timezone.now()
        match.paused_at, match.paused_by = match.paused_at or match.set_aside_at, Match.PausedBy.STAFF
        write_event(match, Kind.SET_ASIDE, note=note)
        show(match, "set_aside_at", *PAUSED)
        _trace(actor, "set match aside", match, why, {"set_aside": False}, {"set_aside": True})


def take_up(*, actor: User, match_id: int, why: str, note: str = "") -> None:
    """Let a match that was set aside go on."""
    with transaction.atomic():
        match = _lock_running(actor, match_id)
        if match.set_aside_at is None:
            raise NotNow
        match.set_aside_at = None
        write_event(match, Kind.TAKEN_UP, note=note)
        show(match, "set_aside_at")
        if not clocks.resume(match=match):
            raise NotNow
        _trace(actor, "take match up", match, why, {"set_aside": True}, {"set_aside": False})


def stand_in_for(match: Match, user: User) -> None:
    """Let an AI play for somebody who is banned, as after a deadline. The caller holds the lock on the table."""
    seats = seats_of(match)
    seat = next((row for row in seats if row.user_id == user.pk), None)
    if seat is None or seat.brain_level:
        return
    hand_to_ai(match, seats, seat, Kind.AWAY, for_good=False)


def expect_not_playing(actor: User, match: Match) -> None:
    """Nobody looks after a match they play in."""
    if match.seats.filter(user=actor).exists() or has_played(match, actor):
        raise PlaysThere


def _count(actor: User, match_id: int, why: str, note: str, *, void: bool) -> None:
    with transaction.atomic():
        match = _lock_for(actor, match_id)
        if match.status != Match.Status.FINISHED or (match.voided_at is not None) == void:
            raise NotNow
        match.voided_at = timezone.now() if void else None
        write_event(match, Kind.VOIDED if void else Kind.COUNTED, note=note)
        show(match, "voided_at")
        verb = "void match" if void else "count match"
        _trace(actor, verb, match, why, {"voided": not void}, {"voided": void})
        _tell_result(match)


def _lock_for(actor: User, match_id: int) -> Match:
    match = lock_table(match_id)
    expect_not_playing(actor, match)
    return match


def _lock_running(actor: User, match_id: int) -> Match:
    match = _lock_for(actor, match_id)
    if match.status != Match.Status.RUNNING:
        raise NotNow
    return match


def _trace(
    actor: User,
    verb: str,
    match: Match,
    why: str,
    before: dict[str, Any],
    after: dict[str, Any],
    person: User | None = None,
) -> None:
    trace(actor=actor, verb=verb, why=why, target=match, person=person, before=before, after=after)


def _tell_result(match: Match) -> None:
    after_commit(result_changed.send_robust, sender=Match, match_id=match.pk)


@transaction.atomic
def remove_from_games(*, user: User) -> None:
    """Get up from open tables; in matches under way an AI plays on, as after a deadline. Nothing is deleted."""
    for match in tables_of(user, Match.Status.OPEN, Match.Status.RUNNING):
        if match.status == Match.Status.OPEN:
            stand_up(match, user)
        else:
            stand_in_for(match, user)
    Invitation.objects.filter(inviter=user, status=Invitation.Status.PENDING).delete()


@transaction.atomic
def remove_from_rated(*, user: User) -> None:
    """Get up from rated tables that have not begun; what is played is played to its end."""
    for match in tables_of(user, Match.Status.OPEN):
        if match.rated:
            stand_up(match, user)
