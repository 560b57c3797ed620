"""What becomes of somebody's tables when they register, log in elsewhere or leave for good."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from games.lobby.services.limits import UNDER_WAY, expect_room_to_host
from games.lobby.services.seating import expect_may_sit, stand_up, with_whom
from games.models import Invitation, Match, Seat, TableEvent
from games.play.refusals import ActionRefused, SeatedAlready
from games.play.services.conceding import give_up
from games.play.services.locking import announce, lock_table, lock_tables, seats_of
from games.play.services.table_events import draw_anew

FINAL = (Match.Status.FINISHED, Match.Status.DISSOLVED)


@dataclass(frozen=True, slots=True)
class SeatLost:
    """A seat of a guest that the account they logged in to may not have, and why; at an open table it is free again."""

    match: Match
    why: ActionRefused
    is_free: bool


@transaction.atomic
def hand_over(*, guest: User, user: User) -> list[SeatLost]:
    """Give a guest's seats to the account they had all the time, except where that may not sit; say where not.

    The caller holds the locks on both: whoever turns into somebody is asked what they would be asked on sitting down.
    """
    seated = Seat.objects.filter(user=guest).values("match")
    lock_tables(Match.objects.filter(Q(host=guest) | Q(pk__in=seated)))
    _hand_invitations_over(guest, user)
    lost = [seat for match in tables_of(guest) if (seat := _hand_seat_over(match, guest, user))]
    others = [seat.match.pk for seat in lost if not seat.is_free]  # in play: only its people may see some of these
    Match.objects.filter(host=guest).exclude(pk__in=others).update(host=user)
    Invitation.objects.filter(inviter=guest).update(inviter=user)
    Seat.objects.filter(began_by=guest).update(began_by=user)
    TableEvent.objects.filter(user=guest).update(user=user)
    return lost


def _hand_seat_over(match: Match, guest: User, user: User) -> SeatLost | None:
    is_open = match.status == Match.Status.OPEN
    try:
        _expect_may_take_over(match, guest, user)
    except ActionRefused as refusal:
        if is_open:
            stand_up(match, guest)
        else:
            _leave(match, guest)
        return None if match.status in FINAL and not is_open else SeatLost(match, refusal, is_open)
    match.seats.filter(user=guest).update(user=user)
    Match.objects.filter(pk=match.pk, host=guest).update(host=user)
    match.invitations.filter(user=user).update(status=Invitation.Status.ACCEPTED)
    announce(match)
    return None


def _expect_may_take_over(match: Match, guest: User, user: User) -> None:
    """Ask what sitting down asks; what is over is history, which needs only a seat that is not there twice."""
    if match.seats.filter(user=user).exists():
        raise SeatedAlready
    if match.status in FINAL:
        return
    expect_may_sit(match, user, with_whom(match, seats_of(match)) - {guest.pk})
    if match.status == Match.Status.OPEN and match.host_id == guest.pk:
        expect_room_to_host(user)


def _hand_invitations_over(guest: User, user: User) -> None:
    """Whoever was sent away as a guest stays so, whatever else they had been asked or told."""
    barred = guest.invitations.filter(status=Invitation.Status.BARRED).values_list("match", flat=True)
    user.invitations.filter(match__in=list(barred)).update(status=Invitation.Status.BARRED)
    guest.invitations.exclude(match__in=list(user.invitations.values_list("match", flat=True))).update(user=user)


@transaction.atomic
def let_go(*, user: User) -> None:
    """Get up from open tables, concede matches and delete what is theirs alone; other people's are left whole."""
    for match in tables_of(user, Match.Status.OPEN, Match.Status.RUNNING):
        if match.status == Match.Status.OPEN:
            stand_up(match, user)
        else:
            _leave(match, user)
    Invitation.objects.filter(user=user, status=Invitation.Status.PENDING).delete()
    _delete_alone(user)


def tables_of(user: User, *statuses: str) -> list[Match]:
    """Return the tables where somebody sits, locked one after the other in the order of their numbers."""
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
    """Delete unfinished matches against AIs only, and tables that were dissolved before anything was played."""
    somebody_else = Seat.objects.filter(match=OuterRef("pk")).exclude(user=None).exclude(user=user)
    alone = Match.objects.filter(~Exists(somebody_else))
    alone.filter(seats__user=user).exclude(status__in=FINAL).delete()
    alone.filter(host=user, status=Match.Status.DISSOLVED, started_at=None).delete()


# What a table shows of a person: what they are called, and their own times to themselves.
SHOWN: Final = frozenset({"username", "is_guest", "left_at", "time_zone", "browser_zone"})


def show_new_name(*, user: User) -> None:
    """Have tables under way drawn anew for whoever looks at them; what is over is drawn anew when somebody asks.

    Each table under way in a transaction of its own, since a match in play is waited for and the others need not be.
    """
    for match_id in list(Match.objects.filter(seats__user=user, status__in=UNDER_WAY).values_list("pk", flat=True)):
        draw_anew(match_id=match_id)
    _forget_drawings(user)


@transaction.atomic
def _forget_drawings(user: User) -> None:
    """Raise the version of all that is over in one go, however much somebody has played; locked in the usual order."""
    sits = Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))
    over = Match.objects.filter(sits).exclude(status__in=UNDER_WAY)
    locked = list(over.select_for_update().order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=locked).update(version=F("version") + 1)
