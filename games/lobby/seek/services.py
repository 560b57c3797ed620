"""Looking for a live table: beginning, stopping, being brought together, and starting over when somebody stays away.

Whoever is concerned is locked first, in the order of their numbers, then the searches, then the table: as everywhere.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.services.locking import lock_person
from accounts.sanctions.selectors import ban_on
from games.broadcast import announce_lobby, announce_own
from games.lobby.seek.matching import SeekGroup, choose_group
from games.lobby.seek.selectors import wishes
from games.lobby.services.dissolving import dissolve
from games.lobby.services.limits import expect_may_be_rated, expect_room_to_host, expect_room_to_sit
from games.lobby.services.seating import sit_down
from games.lobby.services.tables import DEFAULT_EDITION, TableOptions, open_table
from games.models import Match, Seek
from games.play.refusals import ActionRefused, BotsNotAllowed, KeptAway
from games.play.services.attempts import attempt
from games.play.services.locking import lock_table, seats_of
from games.play.services.notices import CalledOff, tell_found

# In one go; who is left over is looked at by the next sweep.
MOST_TRIES: Final = 100


def start_seek(
    *,
    user: User,
    sizes: list[int],
    decision_seconds: int,
    rated: bool = False,
    near: bool = False,
    edition_id: str = "",
) -> Seek:
    """Look for a table for somebody, instead of what they looked for before; perhaps it is found at once."""
    with transaction.atomic():
        user = lock_person(user)
        _expect_may_seek(user, rated=rated)
        _end(user, Seek.Status.STOPPED)
        seek = Seek.objects.create(
            user=user,
            sizes=sorted(sizes),
            decision_seconds=decision_seconds,
            rated=rated,
            near=near,
            edition_id=edition_id,
            expires_at=_expiry(),
        )
        announce_lobby()
    pair_up()
    seek.refresh_from_db()
    return seek


def stop_seek(*, user: User) -> None:
    """Look no more; a table that was found meanwhile stays found."""
    with transaction.atomic():
        _end(lock_person(user), Seek.Status.STOPPED)
        announce_lobby()


def pair_up() -> list[Match]:
    """Bring together all who fit. Several may do so at once: everybody is seated by one of them only."""
    found = []
    for _ in range(MOST_TRIES):
        group = choose_group(wishes())
        if group is None:
            break
        if match := _seat_if_still_there(group):
            found.append(match)
    return found


def expire_seeks() -> int:
    """End searches that found nobody in time."""
    overdue = Seek.objects.filter(status=Seek.Status.WAITING, expires_at__lte=timezone.now())
    people = list(overdue.values_list("user", flat=True))
    ended = overdue.update(status=Seek.Status.EXPIRED)
    if ended:
        announce_lobby()
        announce_own(0, people)
    return ended


def call_off_unready() -> int:
    """Call off tables whose people did not all come; whoever was ready looks on, where they were in the row."""
    late = timezone.now() - timedelta(seconds=settings.SEEK_READY_SECONDS)
    paired = Seek.objects.filter(status=Seek.Status.PAIRED, paired_at__lte=late, match__status=Match.Status.OPEN)
    tables = list(paired.order_by("match").values_list("match", flat=True).distinct())
    called_off = sum(attempt(_call_off, match_id) for match_id in tables)
    if called_off:
        pair_up()
    return called_off


def _expect_may_seek(user: User, *, rated: bool) -> None:
    """Refuse whoever could not sit down at what would be found. The caller holds the lock on the person."""
    if ban_on(user) or not user.is_active or user.left_at:
        raise KeptAway
    if user.is_bot:
        raise BotsNotAllowed
    expect_may_be_rated(user, rated=rated)
    expect_room_to_sit(user)
    expect_room_to_host(user)


def _seat_if_still_there(group: SeekGroup) -> Match | None:
    try:
        return _seat(group)
    except (ActionRefused, User.DoesNotExist):  # kept apart just now, or gone: the next look knows
        return None


@transaction.atomic
def _seat(group: SeekGroup) -> Match | None:
    """Seat a group at a table of its own, if all of them still wait and may sit down."""
    people = {pk: lock_person(User(pk=pk)) for pk in sorted(wish.user_id for wish in group.wishes)}
    seeks = list(Seek.objects.select_for_update().filter(pk__in=[wish.seek_id for wish in group.wishes]).order_by("pk"))
    if len(seeks) < group.size or any(seek.status != Seek.Status.WAITING for seek in seeks):
        return None
    if not all(_still_may(people[seek.user_id], seek) for seek in seeks):
        return None
    first, *others = (people[wish.user_id] for wish in group.wishes)
    match = open_table(host=first, options=_options(group))
    for person in others:
        sit_down(match, person)
    Seek.objects.filter(pk__in=[seek.pk for seek in seeks]).update(
        status=Seek.Status.PAIRED, match=match, paired_at=timezone.now()
    )
    tell_found(match)
    announce_own(match.pk, people)
    return match


def _still_may(user: User, seek: Seek) -> bool:
    """Tell whether somebody may still sit down; the search of who may not is over."""
    try:
        _expect_may_seek(user, rated=seek.rated)
    except ActionRefused:
        Seek.objects.filter(pk=seek.pk).update(status=Seek.Status.REFUSED)
        return False
    return True


def _options(group: SeekGroup) -> TableOptions:
    """Return the table of a group: live, for everybody to watch, and it asks whether they are there."""
    wish = group.wishes[0]
    return TableOptions(
        edition_id=group.edition_id or DEFAULT_EDITION,
        size=group.size,
        pace=Match.Pace.LIVE,
        decision_seconds=wish.decision_seconds,
        rated=wish.rated,
    )


@transaction.atomic
def _call_off(match_id: int) -> bool:
    # They are all locked before the table, so that nobody waits in a ring.
    seeks = Seek.objects.filter(match=match_id, status=Seek.Status.PAIRED).order_by("user")
    for person in list(seeks.values_list("user", flat=True)):
        lock_person(User(pk=person))
    match = lock_table(match_id)
    if match.status != Match.Status.OPEN:
        return False
    people, came = list(seeks.values_list("user", flat=True)), _came(match)
    Seek.objects.filter(user__in=came, status=Seek.Status.WAITING).update(status=Seek.Status.STOPPED)
    seeks.exclude(user__in=came).update(status=Seek.Status.MISSED)
    seeks.filter(user__in=came).update(status=Seek.Status.WAITING, match=None, paired_at=None, expires_at=_expiry())
    dissolve(match, CalledOff.NOT_STARTED)
    announce_own(match.pk, people)
    return True


def _came(match: Match) -> set[int]:
    """Return who said that they are there; where somebody got up again, that was asked of nobody else."""
    seats = seats_of(match)
    is_full = not any(seat.is_free for seat in seats)
    return {seat.user_id for seat in seats if seat.user_id is not None and (seat.ready or not is_full)}


def hand_seeks_over(*, guest: User, user: User) -> None:
    """Give a guest's search to the account they had all the time. The caller holds the locks on both."""
    if Seek.objects.filter(user=user, status=Seek.Status.WAITING).exists():
        _end(guest, Seek.Status.STOPPED)
    Seek.objects.filter(user=guest).update(user=user)


def _end(user: User, status: str) -> None:
    Seek.objects.filter(user=user, status=Seek.Status.WAITING).update(status=status)


def _expiry() -> datetime:
    return timezone.now() + timedelta(minutes=settings.SEEK_MINUTES)
