"""What people are told of: letters that lie beside what causes them until they are due, and stand under the bell."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils import timezone

from accounts.mail.services import write_letters
from accounts.models import Letter, User
from games import broadcast
from games.models import ChatLine, Invitation, Match, Seat

MY_TURN, REMINDER, LAST_CALL = "games.my_turn", "games.reminder", "games.last_call"
INVITATION = "games.invitation"
STOOD_IN, TAKEN_OVER = "games.stood_in", "games.taken_over"
STARTED, ENDED, CALLED_OFF = "games.started", "games.ended", "games.called_off"
MENTION = "games.mention"
FOUND = "games.found"
# Of tournaments: worded in games/tournaments/letters.py.
TOURNAMENT = "games.tournament"
# What stands under the bell as having happened; whose turn it is stands there as long as it is.
NEWS = (FOUND, STARTED, ENDED, CALLED_OFF, STOOD_IN, TAKEN_OVER, INVITATION, MENTION, TOURNAMENT)
# A reminder comes when a quarter of the time is left, but not days before.
LONGEST_LEAD = timedelta(days=1)


class CalledOff(StrEnum):
    """Why there will be no result; each has its sentence in templates/games/mail/called_off_….html."""

    BY_HOST = "host"
    NOT_STARTED = "not_started"
    BY_STAFF = "staff"
    BY_AGREEMENT = "agreement"


def tell_turn(match: Match, seat: Seat) -> None:
    """Write to whoever is asked at a slow table, at most once until they have looked, and remind them in time."""
    if match.pace != Match.Pace.SLOW or match.deadline_at is None:
        return
    user = seat.user
    if user is None:
        return
    reminder = Letter(
        user=user,
        kind=REMINDER,
        # Whoever comes back has new time for the same decision.
        event=f"reminder/{match.pk}/{match.number}/{seat.time_outs}",
        about={"match": match.pk, "number": match.number},
        due_at=reminds_at(match, match.deadline_at),
    )
    reminders = [reminder, _last_call(match, seat, match.deadline_at)] if grace() else [reminder]
    write_letters(*[_turn(match, seat)] * user.hears_of("my_turn"), *reminders * user.hears_of("reminder"))


def tell_ahead(match: Match, seats: Sequence[Seat]) -> None:
    """Write to those who can answer already, though nobody waits for them yet: in place of the letter at their turn."""
    if match.pace != Match.Pace.SLOW or match.deadline_at is None:
        return
    hear = [seat for seat in seats if seat.user is not None and seat.user.hears_of("my_turn")]
    if hear:
        write_letters(*(_turn(match, seat) for seat in hear))


def _turn(match: Match, seat: Seat) -> Letter:
    """Return what tells that a table asks somebody: as long as they have not looked, it is the same event."""
    event = f"turn/{match.pk}/{seat.seen_number}/{seat.looked_at.timestamp() if seat.looked_at else 0}"
    return Letter(user=seat.user, kind=MY_TURN, event=event, about={"match": match.pk}, due_at=_soon())


def _last_call(match: Match, seat: Seat, deadline: datetime) -> Letter:
    """Return what goes out when the time is over and the grace begins."""
    event = f"last_call/{match.pk}/{match.number}/{seat.time_outs}"
    about = {"match": match.pk, "number": match.number}
    return Letter(user=seat.user, kind=LAST_CALL, event=event, about=about, due_at=deadline)


def tell_stood_in(match: Match, seat: Seat) -> None:
    """Tell somebody whose time was over that the AI plays for them: once for each time."""
    if seat.user_id is not None:
        about = {"match": match.pk, "time_outs": seat.time_outs}
        event = f"stood_in/{match.pk}/{seat.time_outs}"
        tell_people(Letter(user_id=seat.user_id, kind=STOOD_IN, event=event, about=about, due_at=_soon()))


def tell_taken_over(match: Match, seat: Seat) -> None:
    """Tell somebody whose seat moderators gave to an AI."""
    if seat.user_id is not None:
        about = {"match": match.pk}
        tell_people(Letter(user_id=seat.user_id, kind=TAKEN_OVER, event=f"taken_over/{match.pk}", about=about))


def tell_found(match: Match) -> None:
    """Tell everybody who looked for a table that it is there: at once, for it waits for them."""
    tell_people(
        *(
            Letter(user_id=person, kind=FOUND, event=f"{FOUND}/{match.pk}", about={"match": match.pk})
            for person in match.seats.exclude(user=None).values_list("user", flat=True)
        )
    )


def tell_started(match: Match) -> None:
    """Tell everybody that their match has started; alone with AIs one has started it oneself."""
    if _has_other_people(match):
        _tell_seated(match, STARTED)


def tell_ended(match: Match) -> None:
    """Tell everybody who stayed to the end; alone with AIs one has just played the last move."""
    if _has_other_people(match):
        _tell_seated(match, ENDED)


def tell_called_off(match: Match, why: CalledOff) -> None:
    """Tell everybody at a table of which nothing comes; the host who called it off knows."""
    besides = match.host_id if why is CalledOff.BY_HOST else None
    _tell_seated(match, CALLED_OFF, besides=besides, why=why)


def tell_invited(invitation: Invitation, user: User) -> None:
    """Tell somebody who is asked to a table, once for each table."""
    about = {"invitation": invitation.pk}
    tell_people(Letter(user=user, kind=INVITATION, event=f"invitation/{invitation.match_id}", about=about))


def tell_mentioned(line: ChatLine, user: User, looked_at: datetime | None) -> None:
    """Tell somebody whose name was called at a table, at most once until they have looked."""
    about = {"match": line.match_id, "line": line.pk}
    # Who only looks on has no seat that knows when they did: they are told once an hour.
    since = looked_at.timestamp() if looked_at else f"{line.created_at:%Y-%m-%dT%H}"
    tell_people(Letter(user=user, kind=MENTION, event=f"mention/{line.match_id}/{since}", about=about, due_at=_soon()))


def grace() -> timedelta:
    """Return how long after a deadline at a slow table one may still answer: from the last call to the stand-in."""
    return timedelta(minutes=settings.GRACE_MINUTES)


def reminds_at(match: Match, deadline: datetime) -> datetime:
    """Return when the time for a decision is nearly over."""
    return deadline - min(timedelta(seconds=match.decision_seconds / 4), LONGEST_LEAD)


def _has_other_people(match: Match) -> bool:
    return match.seats.exclude(user=None).count() > 1


def _tell_seated(match: Match, kind: str, *, besides: int | None = None, **more: str) -> None:
    """Tell all who sit there, in a moment: who looks meanwhile needs no letter."""
    seats = match.seats.filter(conceded_at=None).exclude(user=None)
    about = {"match": match.pk, **more}
    tell_people(
        *(
            Letter(user_id=person, kind=kind, event=f"{kind}/{match.pk}", about=about, due_at=_soon())
            for person in seats.exclude(user=besides).values_list("user", flat=True)
        )
    )


def tell_people(*letters: Letter) -> None:
    """Write down what also stands under the bell, and let it ring on open pages."""
    write_letters(*letters)
    broadcast.announce_noticed(letter.user_id for letter in letters)


def _soon() -> datetime:
    return timezone.now() + timedelta(seconds=settings.TURN_MAIL_SECONDS)
