"""What becomes of somebody's tables when they register, log in elsewhere or leave for good."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.models import Invitation, Match, Seat
from games.services.conceding import give_up
from games.services.lobby import announce, lock_table, lock_tables
from games.services.seating import stand_up

FINAL = (Match.Status.FINISHED, Match.Status.DISSOLVED)


@transaction.atomic
def hand_over(*, guest: User, user: User) -> None:
    """Gives a guest's seats to the account they had all the time, except where that sits at the same table."""
    seated = Seat.objects.filter(user=guest).values("match")
    lock_tables(Match.objects.filter(Q(host=guest) | Q(pk__in=seated)))
    for match in tables_of(guest):
        if match.status == Match.Status.OPEN and match.seats.filter(user=user).exists():
            stand_up(match, guest)
        elif not match.seats.filter(user=user).exists():
            match.seats.filter(user=guest).update(user=user)
            announce(match)
        else:
            _leave(match, guest)
        Match.objects.filter(pk=match.pk, host=guest).update(host=user)
    Match.objects.filter(host=guest).update(host=user)
    Invitation.objects.filter(inviter=guest).update(inviter=user)


@transaction.atomic
def let_go(*, user: User) -> None:
    """Gets up from open tables, concedes matches and deletes what is theirs alone; other people's are left whole."""
    for match in tables_of(user, Match.Status.OPEN, Match.Status.RUNNING):
        if match.status == Match.Status.OPEN:
            stand_up(match, user)
        else:
            _leave(match, user)
    Invitation.objects.filter(user=user, status=Invitation.Status.PENDING).delete()
    _delete_alone(user)


def tables_of(user: User, *statuses: str) -> list[Match]:
    """The tables where somebody sits, locked one after the other in the order of their numbers."""
    mine = Match.objects.filter(seats__user=user).order_by("pk")
    if statuses:
        mine = mine.filter(status__in=statuses)
    locked = [lock_table(match_id) for match_id in list(mine.values_list("pk", flat=True))]
    # Asked again once nobody can change it: a match may have begun meanwhile, or somebody been sent away.
    still = set(mine.values_list("pk", flat=True))
    return [match for match in locked if match.pk in still]


def _leave(match: Match, user: User) -> None:
    """Nobody waits for somebody who left: an AI plays on in their seat."""
    if match.status == Match.Status.RUNNING and match.seats.filter(user=user, conceded_at=None).exists():
        give_up(match, user)


def _delete_alone(user: User) -> None:
    """Deletes unfinished matches against AIs only, and tables that were dissolved before anything was played."""
    somebody_else = Seat.objects.filter(match=OuterRef("pk")).exclude(user=None).exclude(user=user)
    alone = Match.objects.filter(~Exists(somebody_else))
    alone.filter(seats__user=user).exclude(status__in=FINAL).delete()
    alone.filter(host=user, status=Match.Status.DISSOLVED, started_at=None).delete()
