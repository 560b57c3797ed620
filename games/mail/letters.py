"""What games writes to people: each letter is worded when it goes out, from what its reader may know at that moment."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import Draft, Later, words_for
from accounts.models import Letter, User
from accounts.sanctions.selectors import ban_on
from games.lobby.rows import rows_of
from games.lobby.selectors import HEAVY, invitations_of, tables_of
from games.models import Match, Seat, TableEvent
from games.play.services.notices import (
    CALLED_OFF,
    ENDED,
    INVITATION,
    MY_TURN,
    REMINDER,
    STARTED,
    STOOD_IN,
    TAKEN_OVER,
    CalledOff,
    reminds_at,
)

AGAIN = timedelta(minutes=10)
# Whoever looked so lately is still there.
STILL_THERE = timedelta(minutes=1)


@words_for(MY_TURN)
def word_my_turn(letter: Letter) -> Draft | Later | None:
    """Say that it is your turn: unless they played, or have looked since they were asked."""
    match = _asked(letter)
    if match is None or _has_looked(match, match.asked_at):
        return None
    return Later(timezone.now() + AGAIN) if match.paused_at else _about_turn("games/mail/my_turn", letter, match)


@words_for(REMINDER)
def word_reminder(letter: Letter) -> Draft | Later | None:
    """Your time is nearly over: unless they played, or are there; a deadline that moved moves its reminder."""
    match = _asked(letter)
    now = timezone.now()
    if match is None or match.deadline_at is None or match.number != letter.about["number"]:
        return None
    if match.paused_at:
        return Later(now + AGAIN)
    if reminds_at(match, match.deadline_at) > now:
        return Later(reminds_at(match, match.deadline_at))
    is_there = _has_looked(match, now - STILL_THERE)
    return None if is_there else _about_turn("games/mail/reminder", letter, match)


@words_for(STOOD_IN)
def word_stood_in(letter: Letter) -> Draft | Later | None:
    """Say that the AI plays for you: unless they are back, or have seen that it does, or nobody can play there."""
    seat = _seat(letter)
    if seat is None or seat.stood_in_since is None or seat.time_outs != letter.about["time_outs"]:
        return None
    is_played = seat.match.status == Match.Status.RUNNING and seat.match.has_known_rules
    if not is_played or _has_looked(seat, seat.stood_in_since):
        return None
    if seat.match.paused_at:
        return Later(timezone.now() + AGAIN)
    return _draft("games/mail/stood_in", "mail_stand_in", letter, seat.match)


@words_for(TAKEN_OVER)
def word_taken_over(letter: Letter) -> Draft | None:
    """Moderators gave your seat to an AI: as they decided it, nobody turns it off."""
    match = Match.objects.filter(pk=letter.about["match"]).select_related("host").defer(*HEAVY).first()
    if match is None:
        return None
    note = _note(match, TableEvent.Kind.TAKEN_OVER)
    return Draft("games/mail/taken_over", "", {"match": match, "note": note, "url": _way_to(match)})


@words_for(STARTED)
def word_started(letter: Letter) -> Draft | None:
    """Your match has started: unless they have looked, or hear of their turn there, or of who plays for them."""
    match = _running(letter)
    if match is None or match.is_away or _has_looked(match, match.started_at):
        return None
    hears_of_turn = match.pace == Match.Pace.SLOW and match.deadline_at and letter.user.mail_my_turn
    if match.is_asked and hears_of_turn:
        return None
    return _draft("games/mail/started", "mail_start", letter, match, row=rows_of(letter.user, [match])[0])


@words_for(ENDED)
def word_ended(letter: Letter) -> Draft | None:
    """Your match is over: unless they have looked since."""
    seat = _seat(letter)
    if seat is None or seat.match.status != Match.Status.FINISHED or _has_looked(seat, seat.match.finished_at):
        return None
    seats = seat.match.seats.select_related("user").order_by("place", "number")
    return _draft("games/mail/ended", "mail_end", letter, seat.match, seat=seat, seats=seats)


@words_for(CALLED_OFF)
def word_called_off(letter: Letter) -> Draft | None:
    """Nothing comes of your table: unless they have seen that."""
    seat = _seat(letter)
    if seat is None or seat.match.status != Match.Status.DISSOLVED or _has_looked(seat, seat.match.finished_at):
        return None
    why, note = letter.about["why"], _note(seat.match, TableEvent.Kind.ENDED)
    url = _way_to(seat.match) if why == CalledOff.BY_STAFF else settings.SITE_URL + reverse("lobby")
    shown = {"why": why, "words": f"games/mail/called_off_{why}.html", "note": note, "url": url}
    return _draft("games/mail/called_off", "mail_called_off", letter, seat.match, **shown)


@words_for(INVITATION)
def word_invitation(letter: Letter) -> Draft | None:
    """Somebody invites you: unless they answered, or the table is gone."""
    invitation = invitations_of(letter.user).filter(pk=letter.about["invitation"]).first()
    if invitation is None:
        return None
    return _draft("games/mail/invitation", "mail_invitations", letter, invitation.match, invitation=invitation)


def _running(letter: Letter) -> Any:
    """Return the match with what the lobby knows of it, while it can be played and the reader sits there."""
    match = tables_of(letter.user).filter(pk=letter.about["match"], status=Match.Status.RUNNING).first()
    return match if match and match.has_known_rules else None


def _asked(letter: Letter) -> Any:
    """Return the match that waits for the reader, if it still does."""
    match = _running(letter)
    return match if match and match.is_asked else None


def _seat(letter: Letter) -> Seat | None:
    """Return the reader's seat, unless it was given up."""
    seats = Seat.objects.filter(match=letter.about["match"], user=letter.user, conceded_at=None)
    return seats.select_related("match__host").defer(*(f"match__{name}" for name in HEAVY)).first()


def _has_looked(where: Any, since: datetime | None) -> bool:
    """Tell whether the reader has seen the table since then; a seat knows, and a match as the lobby reads it."""
    return bool(since and where.looked_at and where.looked_at >= since)


def _note(match: Match, kind: str) -> str:
    """Return what moderators said at the table."""
    event = match.table_events.filter(kind=kind).last()
    return event.note if event else ""


def _about_turn(template: str, letter: Letter, match: Match) -> Draft | None:
    return _draft(template, "mail_my_turn", letter, match, row=rows_of(letter.user, [match])[0])


def _draft(template: str, notice: str, letter: Letter, match: Match, **shown: Any) -> Draft | None:
    """Return a letter that can be turned off, unless it was; who is banned hears nothing of matches."""
    if not _wants(letter.user, notice):
        return None
    return Draft(template, notice, {"match": match, "url": _way_to(match), **shown})


def _wants(user: User, notice: str) -> bool:
    return getattr(user, notice) and ban_on(user) is None


def _way_to(match: Match) -> str:
    """To the very decision, past the log-in for whoever needs it; opening it does nothing."""
    return settings.SITE_URL + reverse("table-way", args=[match.pk])
