"""What people are written about: letters that lie beside what causes them until they are due."""

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils import timezone

from accounts.mail.services import write_letter, write_letters
from accounts.models import Letter, User
from games.models import Invitation, Match, Seat

MY_TURN, REMINDER, INVITATION = "games.my_turn", "games.reminder", "games.invitation"
STOOD_IN, TAKEN_OVER = "games.stood_in", "games.taken_over"
STARTED, ENDED, CALLED_OFF = "games.started", "games.ended", "games.called_off"
# A reminder comes when a quarter of the time is left, but not days before.
LONGEST_LEAD = timedelta(days=1)


class CalledOff(StrEnum):
    """Why there will be no result; each has its sentence in templates/games/mail/called_off_….html."""

    BY_HOST = "host"
    NOT_STARTED = "not_started"
    BY_STAFF = "staff"


def tell_turn(match: Match, seat: Seat) -> None:
    """Write to whoever is asked at a slow table, at most once until they have looked, and remind them in time."""
    if match.pace != Match.Pace.SLOW or match.deadline_at is None:
        return
    user = seat.user
    if user is None or not user.mail_my_turn:
        return
    # As long as they have not looked, what they have seen is the same, and so is the event.
    unseen = f"turn/{match.pk}/{seat.seen_number}"
    write_letters(
        Letter(user=user, kind=MY_TURN, event=unseen, about={"match": match.pk}, due_at=_soon()),
        Letter(
            user=user,
            kind=REMINDER,
            # Whoever comes back has new time for the same decision.
            event=f"reminder/{match.pk}/{match.number}/{seat.time_outs}",
            about={"match": match.pk, "number": match.number},
            due_at=reminds_at(match, match.deadline_at),
        ),
    )


def tell_stood_in(match: Match, seat: Seat) -> None:
    """Write to somebody whose time was over that the AI plays for them: once for each time."""
    if seat.user is not None and seat.user.mail_stand_in:
        about = {"match": match.pk, "time_outs": seat.time_outs}
        event = f"stood_in/{match.pk}/{seat.time_outs}"
        write_letters(Letter(user=seat.user, kind=STOOD_IN, event=event, about=about, due_at=_soon()))


def tell_taken_over(match: Match, seat: Seat) -> None:
    """Write to somebody whose seat moderators gave to an AI."""
    if seat.user is not None:
        write_letter(user=seat.user, kind=TAKEN_OVER, event=f"taken_over/{match.pk}", about={"match": match.pk})


def tell_started(match: Match) -> None:
    """Write to everybody that their match has started; alone with AIs one has started it oneself."""
    if _has_other_people(match):
        _tell_seated(match, STARTED, "mail_start")


def tell_ended(match: Match) -> None:
    """Write to everybody who stayed to the end; alone with AIs one has just played the last move."""
    if _has_other_people(match):
        _tell_seated(match, ENDED, "mail_end")


def tell_called_off(match: Match, why: CalledOff) -> None:
    """Write to everybody at a table of which nothing comes; the host who called it off knows."""
    besides = match.host_id if why is CalledOff.BY_HOST else None
    _tell_seated(match, CALLED_OFF, "mail_called_off", besides=besides, why=why)


def tell_invited(invitation: Invitation, user: User) -> None:
    """Write to somebody who is asked to a table, once for each table."""
    if user.mail_invitations:
        about = {"invitation": invitation.pk}
        write_letter(user=user, kind=INVITATION, event=f"invitation/{invitation.match_id}", about=about)


def reminds_at(match: Match, deadline: datetime) -> datetime:
    """Return when the time for a decision is nearly over."""
    return deadline - min(timedelta(seconds=match.decision_seconds / 4), LONGEST_LEAD)


def _has_other_people(match: Match) -> bool:
    return match.seats.exclude(user=None).count() > 1


def _tell_seated(match: Match, kind: str, notice: str, *, besides: int | None = None, **more: str) -> None:
    """Write to all who sit there and want it, in a moment: who looks meanwhile needs no letter."""
    seats = match.seats.filter(conceded_at=None, **{f"user__{notice}": True})
    about = {"match": match.pk, **more}
    write_letters(
        *(
            Letter(user_id=person, kind=kind, event=f"{kind}/{match.pk}", about=about, due_at=_soon())
            for person in seats.exclude(user=besides).values_list("user", flat=True)
        )
    )


def _soon() -> datetime:
    return timezone.now() + timedelta(seconds=settings.TURN_MAIL_SECONDS)
