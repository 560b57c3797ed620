"""What people are written about: letters that lie beside what causes them until they are due."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import Letter, User
from accounts.services.letters import write_letter, write_letters
from games.models import Invitation, Match, Seat

MY_TURN, REMINDER, INVITATION = "games.my_turn", "games.reminder", "games.invitation"
# A reminder comes when a quarter of the time is left, but not days before.
LONGEST_LEAD = timedelta(days=1)


def tell_turn(match: Match, seat: Seat) -> None:
    """Writes to whoever is asked at a slow table, at most once until they have looked, and reminds them in time."""
    if match.pace != Match.Pace.SLOW or match.deadline_at is None:
        return
    user = seat.user
    if user is None or not user.mail_my_turn:
        return
    # As long as they have not looked, what they have seen is the same, and so is the event.
    unseen = f"turn/{match.pk}/{seat.seen_number}"
    soon = timezone.now() + timedelta(seconds=settings.TURN_MAIL_SECONDS)
    write_letters(
        Letter(user=user, kind=MY_TURN, event=unseen, about={"match": match.pk}, due_at=soon),
        Letter(
            user=user,
            kind=REMINDER,
            event=f"reminder/{match.pk}/{match.number}",
            about={"match": match.pk, "number": match.number},
            due_at=reminds_at(match, match.deadline_at),
        ),
    )


def tell_invited(invitation: Invitation, user: User) -> None:
    """Writes to somebody who is asked to a table, once for each table."""
    if user.mail_invitations:
        about = {"invitation": invitation.pk}
        write_letter(user=user, kind=INVITATION, event=f"invitation/{invitation.match_id}", about=about)


def reminds_at(match: Match, deadline: datetime) -> datetime:
    """When the time for a decision is nearly over."""
    return deadline - min(timedelta(seconds=match.decision_seconds / 4), LONGEST_LEAD)
