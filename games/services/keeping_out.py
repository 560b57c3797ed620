"""What becomes of somebody's tables when they are kept out, or kept from rated play."""

from django.db import transaction

from accounts.models import User
from games.models import Invitation, Match
from games.services.departures import tables_of
from games.services.seating import stand_up
from games.services.tending import stand_in_for


@transaction.atomic
def keep_out(*, user: User) -> None:
    """Gets up from open tables; in matches under way an AI plays on, as after a deadline. Nothing is deleted."""
    for match in tables_of(user, Match.Status.OPEN, Match.Status.RUNNING):
        if match.status == Match.Status.OPEN:
            stand_up(match, user)
        else:
            stand_in_for(match, user)
    Invitation.objects.filter(inviter=user, status=Invitation.Status.PENDING).delete()


@transaction.atomic
def keep_from_rated(*, user: User) -> None:
    """Gets up from rated tables that have not begun; what is played is played to its end."""
    for match in tables_of(user, Match.Status.OPEN):
        if match.rated:
            stand_up(match, user)
