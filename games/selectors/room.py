"""The waiting room of a table, as one viewer sees it."""

from dataclasses import dataclass

from accounts.models import User
from accounts.selectors import blocks_of
from games.models import Invitation, Match, Seat
from games.selectors.visibility import Viewer


@dataclass(frozen=True, slots=True)
class Room:
    """Who sits at a table that has not begun, and what this viewer can do about it."""

    match: Match
    seats: tuple[Seat, ...]
    invitations: tuple[Invitation, ...]
    mine: Seat | None
    my_invitation: Invitation | None
    is_host: bool
    strangers: frozenset[int]  # guests whom the viewer can block here, as they have no page

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def taken(self) -> int:
        return len(self.seats) - self.free

    @property
    def people(self) -> int:
        return sum(seat.user_id is not None for seat in self.seats)

    @property
    def asks_ready(self) -> bool:
        """A live table that is full asks its people."""
        return not self.free and self.match.pace == Match.Pace.LIVE and self.people > 1

    @property
    def may_change(self) -> bool:
        return self.is_host and self.people == 1

    @property
    def free_studios(self) -> tuple[int, ...]:
        """Studios that nobody else has chosen."""
        others = {seat.studio for seat in self.seats if seat is not self.mine}
        return tuple(studio for studio in self.match.edition.studios if studio not in others)


def room_of(match: Match, viewer: Viewer) -> Room:
    """Three queries, whoever sits there, and a fourth where guests do."""
    user = viewer if isinstance(viewer, User) else None
    seats = tuple(match.seats.select_related("user").order_by("number"))
    asked = match.invitations.select_related("user").exclude(status=Invitation.Status.BARRED).order_by("created_at")
    invitations = tuple(asked)
    return Room(
        match=match,
        seats=seats,
        invitations=tuple(row for row in invitations if row.status != Invitation.Status.ACCEPTED),
        mine=next((seat for seat in seats if user and seat.user_id == user.pk), None),
        my_invitation=next((row for row in invitations if user and row.user_id == user.pk), None),
        is_host=user is not None and match.host_id == user.pk,
        strangers=_strangers(seats, user),
    )


def _strangers(seats: tuple[Seat, ...], user: User | None) -> frozenset[int]:
    guests = frozenset(seat.user.pk for seat in seats if seat.user and seat.user.is_guest)
    if not guests or user is None or user.is_guest:
        return frozenset()
    return guests.difference(blocks_of(user).values_list("blocked", flat=True))
