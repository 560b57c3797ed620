"""What games writes to people: each letter is worded when it goes out, from what its reader may know at that moment."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import Draft, Later, Unwritten, words_for
from accounts.models import Letter
from accounts.sanctions.selectors import ban_on
from games.edition_words import words_of
from games.lobby.rows import rows_of
from games.lobby.selectors import HEAVY, HEAVY_OF_MATCH, invitations_of, tables_of
from games.models import Match, Seat, TableEvent
from games.play.selectors.orders import lot_ahead, seats_ahead
from games.play.selectors.visibility import address_end
from games.play.services.notices import (
    CALLED_OFF,
    ENDED,
    FOUND,
    INVITATION,
    LAST_CALL,
    MY_TURN,
    REMINDER,
    STARTED,
    STOOD_IN,
    TAKEN_OVER,
    CalledOff,
    grace,
    reminds_at,
)

AGAIN = timedelta(minutes=10)
# Whoever looked so lately is still there.
STILL_THERE = timedelta(minutes=1)
# What was ended so had begun, and can still be looked at.
HAD_BEGUN = (CalledOff.BY_STAFF, CalledOff.BY_AGREEMENT)


@words_for(MY_TURN)
def word_my_turn(letter: Letter) -> Draft | Later | Unwritten | None:
    """Say that it is your turn: unless they played, or have looked since they were asked.

    What was taken back before anybody was told of it is told when it comes again.
    """
    match = _running(letter)
    if match is None or has_looked(match, match.asked_at):
        return None
    place = "" if match.is_asked else _asked_ahead(letter, match)
    if not match.is_asked and not place:
        return None if letter.told else Unwritten()
    if match.paused_at:
        return Later(timezone.now() + AGAIN)
    if place:
        return _about_next(letter, match, place)
    return _about_turn("games/mail/my_turn", letter, match, notice="mail_my_turn")


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
    is_there = has_looked(match, now - STILL_THERE)
    return None if is_there else _about_turn("games/mail/reminder", letter, match, notice="mail_reminder")


@words_for(LAST_CALL)
def word_last_call(letter: Letter) -> Draft | Later | None:
    """Your time is over, and the grace runs: unless they played, are there, or got more time."""
    match = _asked(letter)
    now = timezone.now()
    if match is None or match.deadline_at is None or match.number != letter.about["number"]:
        return None
    if match.paused_at:
        return Later(now + AGAIN)
    if match.deadline_at > now:
        return Later(match.deadline_at)
    if has_looked(match, now - STILL_THERE):
        return None
    ends_at = match.deadline_at + grace()
    return _about_turn("games/mail/last_call", letter, match, notice="mail_reminder", ends_at=ends_at)


@words_for(STOOD_IN)
def word_stood_in(letter: Letter) -> Draft | Later | None:
    """Say that the AI plays for you: unless they are back, or have seen that it does, or nobody can play there."""
    seat = _seat(letter)
    if seat is None or seat.stood_in_since is None or seat.time_outs != letter.about["time_outs"]:
        return None
    is_played = seat.match.status == Match.Status.RUNNING and seat.match.has_known_rules
    if not is_played or has_looked(seat, seat.stood_in_since):
        return None
    if seat.match.paused_at:
        return Later(timezone.now() + AGAIN)
    line = "games/mail/stood_in_words.html"
    return draft_about("games/mail/stood_in", "mail_stand_in", letter, seat.match, line=line)


@words_for(TAKEN_OVER)
def word_taken_over(letter: Letter) -> Draft | None:
    """Moderators gave your seat to an AI: as they decided it, nobody turns it off."""
    match = Match.objects.filter(pk=letter.about["match"]).select_related("host").defer(*HEAVY).first()
    if match is None:
        return None
    note = _note(match, TableEvent.Kind.TAKEN_OVER)
    return Draft("games/mail/taken_over", "", {"match": match, "note": note, "url": way_to(match)})


@words_for(FOUND)
def word_found(letter: Letter) -> Draft | None:
    """Say that a table was found: while it waits for them, and unless they said that they are there."""
    match = tables_of(letter.user).filter(pk=letter.about["match"], status=Match.Status.OPEN).first()
    if match is None:
        return None
    row = rows_of(letter.user, [match])[0]
    if not row.yours:
        return None
    return draft_about("games/mail/found", "mail_start", letter, match, line="games/mail/found_words.html", row=row)


@words_for(STARTED)
def word_started(letter: Letter) -> Draft | None:
    """Your match has started: unless they have looked, or hear of their turn there, or of who plays for them."""
    match = _running(letter)
    if match is None or match.is_away or has_looked(match, match.started_at):
        return None
    hears_of_turn = match.pace == Match.Pace.SLOW and match.deadline_at and letter.user.hears_of("my_turn")
    if match.is_asked and hears_of_turn:
        return None
    row = rows_of(letter.user, [match])[0]
    return draft_about("games/mail/started", "mail_start", letter, match, line="games/mail/started_words.html", row=row)


@words_for(ENDED)
def word_ended(letter: Letter) -> Draft | None:
    """Your match is over: unless they have looked since."""
    seat = _seat(letter)
    if seat is None or seat.match.status != Match.Status.FINISHED or has_looked(seat, seat.match.finished_at):
        return None
    seats = seat.match.seats.select_related("user").order_by("place", "number")
    shown = {"seat": seat, "seats": seats}
    return draft_about("games/mail/ended", "mail_end", letter, seat.match, line="games/mail/own_result.html", **shown)


@words_for(CALLED_OFF)
def word_called_off(letter: Letter) -> Draft | None:
    """Nothing comes of your table: unless they have seen that."""
    seat = _seat(letter)
    if seat is None or seat.match.status != Match.Status.DISSOLVED or has_looked(seat, seat.match.finished_at):
        return None
    why, note = letter.about["why"], _note(seat.match, TableEvent.Kind.ENDED)
    url = way_to(seat.match) if why in HAD_BEGUN else settings.SITE_URL + reverse("lobby")
    words = f"games/mail/called_off_{why}.html"
    shown = {"why": why, "words": words, "note": note, "url": url}
    return draft_about("games/mail/called_off", "mail_called_off", letter, seat.match, line=words, **shown)


@words_for(INVITATION)
def word_invitation(letter: Letter) -> Draft | None:
    """Somebody invites you: unless they answered, or the table is gone."""
    invitation = invitations_of(letter.user).filter(pk=letter.about["invitation"]).first()
    if invitation is None:
        return None
    match, line = invitation.match, "games/mail/invitation_line.html"
    return draft_about("games/mail/invitation", "mail_invitations", letter, match, line=line, invitation=invitation)


def _running(letter: Letter) -> Any:
    """Return the match with what the lobby knows of it, while it can be played and the reader sits there."""
    match = tables_of(letter.user).filter(pk=letter.about["match"], status=Match.Status.RUNNING).first()
    return match if match and match.has_known_rules else None


def _asked(letter: Letter) -> Any:
    """Return the match that waits for the reader, if it still does."""
    match = _running(letter)
    return match if match and match.is_asked else None


def _asked_ahead(letter: Letter, match: Match) -> str:
    """Return the name of the lot that the reader can answer already, if there is one; else nothing."""
    if match.auctions != Match.Auctions.TOGETHER or match.ai_due_at is not None:
        return ""
    state, seats = match.read_state(), list(match.seats.all())
    location = lot_ahead(match, state)
    if location is None or letter.user_id not in {seat.user_id for seat in seats_ahead(match, state, seats)}:
        return ""
    return words_of(match.edition_id).location(location)


def _seat(letter: Letter) -> Seat | None:
    """Return the reader's seat, unless it was given up."""
    seats = Seat.objects.filter(match=letter.about["match"], user=letter.user, conceded_at=None)
    return seats.select_related("match__host").defer(*HEAVY_OF_MATCH).first()


def has_looked(where: Any, since: datetime | None) -> bool:
    """Tell whether the reader has seen the table since then; a seat knows, and a match as the lobby reads it."""
    return bool(since and where.looked_at and where.looked_at >= since)


def _note(match: Match, kind: str) -> str:
    """Return what moderators said at the table."""
    event = match.table_events.filter(kind=kind).last()
    return event.note if event else ""


def _about_turn(template: str, letter: Letter, match: Match, *, notice: str, **shown: Any) -> Draft | None:
    row = rows_of(letter.user, [match])[0]
    return draft_about(template, notice, letter, match, line="games/mail/until.html", row=row, **shown)


def _about_next(letter: Letter, match: Match, place: str) -> Draft | None:
    row, line = rows_of(letter.user, [match])[0], "games/mail/ahead_words.html"
    return draft_about("games/mail/ahead", "mail_my_turn", letter, match, line=line, row=row, place=place)


def draft_about(template: str, notice: str, letter: Letter, match: Match, *, line: str, **shown: Any) -> Draft | None:
    """Return a letter that can be turned off; who is banned hears nothing of matches."""
    if ban_on(letter.user) is not None:
        return None
    return Draft(template, notice, {"match": match, "url": way_to(match), **shown}, line, f"table/{match.pk}")


def way_to(match: Match, *, place: str = "") -> str:
    """To the very decision, or what is said, past the log-in for whoever needs it; opening it does nothing."""
    return settings.SITE_URL + reverse("table-way", args=[match.pk]) + address_end(to=place)
