"""Who sits where before a match begins: coming, going, being sent away, choosing a studio."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.services.locking import lock_person
from accounts.sanctions.selectors import ban_on
from games.lobby.selectors import are_kept_apart
from games.lobby.services.dissolving import dissolve
from games.lobby.services.join_limits import expect_within_limits
from games.lobby.services.limits import expect_may_be_rated, expect_room_to_sit
from games.lobby.services.starting import begin_if_complete, forget_ready
from games.models import Invitation, Match, Seat
from games.play.refusals import (
    BotsNotAllowed,
    HostStays,
    KeptAway,
    NotInvited,
    StudiosAreDrawn,
    StudioTaken,
    TableFull,
    UnknownChoice,
)
from games.play.selectors.visibility import has_token
from games.play.services.locking import (
    announce,
    expect_open,
    lock_open_table,
    lock_table,
    lock_table_of,
    seat_of,
    seats_of,
)


def join_table(*, match_id: int, user: User, token: str = "") -> Match:
    """Take the first free seat; who already sits there stays where they are."""
    with transaction.atomic():
        user = lock_person(user)
        match = lock_table(match_id)
        sit_down(match, user, token=token)
        return match


def leave_table(*, match_id: int, user: User) -> Match:
    """Get up. A host hands the table to who has sat there longest; without anybody else it is dissolved."""
    with transaction.atomic():
        match = lock_open_table(match_id)
        stand_up(match, user)
        return match


def kick(*, match_id: int, host: User, seat_number: int) -> Match:
    """Send somebody away for the host, who cannot come back to this table unless asked."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        seat = match.seats.select_related("user").filter(number=seat_number).exclude(user=None).first()
        if seat is None or seat.user is None:
            return match
        if seat.user_id == host.pk:
            raise HostStays
        user = seat.user
        _empty(match, seat)
        Invitation.objects.update_or_create(
            match=match, user=user, defaults={"inviter": host, "status": Invitation.Status.BARRED}
        )
        announce(match)
        return match


def choose_studio(*, match_id: int, user: User, studio: int | None) -> Match:
    """Choose a studio that nobody else has, or leave it to the draw."""
    with transaction.atomic():
        match = lock_open_table(match_id)
        seat = seat_of(match, user)
        if not match.studios_chosen:
            raise StudiosAreDrawn
        if studio is not None and studio not in match.edition.studios:
            raise UnknownChoice
        if studio is not None and match.seats.filter(studio=studio).exclude(pk=seat.pk).exists():
            raise StudioTaken
        seat.studio = studio
        seat.save(update_fields=["studio"])
        announce(match)
        return match


def sit_down(match: Match, user: User, *, token: str = "") -> None:
    """Seats somebody if everything allows it. The caller holds the locks on the person and the table."""
    seats = seats_of(match)
    if any(seat.user_id == user.pk for seat in seats):
        return
    expect_open(match)
    expect_may_sit(match, user, with_whom(match, seats))
    expect_within_limits(match, user)
    expect_invited(match, user, token)
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise TableFull
    free.user, free.taken_at = user, timezone.now()
    free.save(update_fields=["user", "taken_at"])
    match.invitations.filter(user=user).update(status=Invitation.Status.ACCEPTED)
    forget_ready(match)
    begin_if_complete(match)
    announce(match)


def expect_may_sit(match: Match, user: User, others: Collection[int]) -> None:
    """Refuse a seat with these people to whoever may not have it: who sits down, and who was a guest there.

    The caller holds the locks on the person and the table.
    """
    if ban_on(user) or are_kept_apart(user, others):
        raise KeptAway
    if match.invitations.filter(user=user, status=Invitation.Status.BARRED).exists():
        raise KeptAway
    if user.is_bot and not match.bots_allowed:
        raise BotsNotAllowed
    expect_may_be_rated(user, rated=match.rated)
    expect_room_to_sit(user)


def with_whom(match: Match, seats: Iterable[Seat]) -> set[int]:
    """Return everybody at a table, by number: who sits there, and its host."""
    return {match.host_id, *(seat.user_id for seat in seats if seat.user_id is not None)}


def stand_up(match: Match, user: User) -> None:
    """Free somebody's seat at an open table. The caller holds the lock on the table."""
    seat = seat_of(match, user)
    _empty(match, seat)
    heir = match.seats.exclude(user=None).order_by("taken_at", "number").first()
    if heir is None:
        return dissolve(match)
    if match.host_id == user.pk:
        match.host_id = heir.user_id  # type: ignore[assignment]
        match.save(update_fields=["host", "changed_at"])
    return announce(match)


def _empty(match: Match, seat: Seat) -> None:
    seat.user, seat.studio, seat.taken_at = None, None, None
    seat.save(update_fields=["user", "studio", "taken_at"])
    forget_ready(match)


def expect_invited(match: Match, user: User, token: str) -> None:
    """Refuse a seat to whoever comes to a closed table without having been asked there."""
    if not _is_open_to_all(match, token) and not match.invitations.filter(user=user).exists():
        raise NotInvited


def _is_open_to_all(match: Match, token: str) -> bool:
    if match.visibility == Match.Visibility.UNLISTED:
        return has_token(match, token)
    return match.visibility == Match.Visibility.PUBLIC
