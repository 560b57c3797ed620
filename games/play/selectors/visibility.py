"""Who finds the way to a table."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.http import urlencode

from accounts.models import User
from config.prepared import Prepared
from games.engine import State, Undo, undoable
from games.models import Invitation, Match, PlayedMove, Seat, TableEvent

Viewer = User | AnonymousUser

PAGE = 8  # so many entries are read at once: mostly the newest tells
_entries_down_from = Prepared(
    lambda match, number: PlayedMove.objects.filter(match=match, number__lte=number).order_by("-number")[:PAGE]
)

_matches = Prepared(lambda pk: Match.objects.filter(pk=pk))
_seats_of = Prepared(lambda match, user: Seat.objects.filter(match=match, user=user))


class Viewpoint(NamedTuple):
    """A table that somebody may see, and the seat at which they play: none for who looks on, or has given theirs up."""

    match: Match
    seat: int | None


def find_viewpoint(match_id: int, viewer: Viewer, token: str = "") -> Viewpoint | None:
    """Return the table and the viewer's place there, if they may know of it; who plays there needs two queries."""
    match = _matches.first(match_id)
    if match is None:
        return None
    seat = _seats_of.first(match_id, viewer.pk) if isinstance(viewer, User) else None
    if seat is None and not may_see(match, viewer, token):
        return None
    return Viewpoint(match, _number_of(seat))


def find_table(match_id: int, viewer: Viewer, token: str = "") -> Match | None:
    """Return the table, if this viewer may know of it."""
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    return match if match and may_see(match, viewer, token) else None


def find_table_by_token(token: str) -> Match | None:
    """Return the table whose invite link this is."""
    if not token.isprintable():  # PostgreSQL does not even compare a NUL
        return None
    return Match.objects.select_related("host").filter(invite_token=token).first()


def may_see(match: Match, viewer: Viewer, token: str = "") -> bool:
    """Tell whether the viewer may see the table: players and host always, others by visibility and as spectators.

    Of tables that play the same deal nobody sees another than their own before the last one is over.
    """
    if match.sealed:
        return sits_at(match, viewer)
    if belongs_to(match, viewer):
        return True
    if match.has_begun and not match.spectators_allowed:
        return False
    if match.visibility == Match.Visibility.PUBLIC or is_invited(match, viewer):
        return True
    return match.visibility == Match.Visibility.UNLISTED and has_token(match, token)


def belongs_to(match: Match, viewer: Viewer) -> bool:
    """Tell whether the viewer hosts the table or sits at it. Staff have no more rights at a table."""
    if not isinstance(viewer, User):
        return False
    return match.host_id == viewer.pk or sits_at(match, viewer)


def sits_at(match: Match, viewer: Viewer) -> bool:
    """Tell whether the viewer plays there, or did until a substitute came."""
    if not isinstance(viewer, User):
        return False
    return match.seats.filter(user=viewer).exists() or has_played(match, viewer)


def plays_same_deal(match: Match, user: User) -> bool:
    """Tell whether somebody has a seat at another table to which the same tiles are dealt; the hash tells which are."""
    return match.sealed and Seat.objects.filter(user=user, match__commitment=match.commitment).exists()


def has_played(match: Match, user: User) -> bool:
    """Tell whether somebody had a seat here until a substitute took it over; whose seat it was, its row tells."""
    return match.table_events.filter(kind=TableEvent.Kind.SUBSTITUTED, user=user).exists()


def is_invited(match: Match, viewer: Viewer) -> bool:
    if not isinstance(viewer, User):
        return False
    return match.invitations.filter(user=viewer).exclude(status=Invitation.Status.BARRED).exists()


def has_token(match: Match, token: str) -> bool:
    return secrets.compare_digest(token.encode(), match.invite_token.encode())


def seat_number_of(match: Match, user: User | AnonymousUser) -> int | None:
    """Return the seat of a person; None for whoever only looks on, also for having given theirs up."""
    return seat_number_at(match.pk, user) if isinstance(user, User) else None


def seat_number_at(match_id: int, user: User) -> int | None:
    """Return the same by the table's number alone: for whoever sits there it need not be read first."""
    return _number_of(_seats_of.first(match_id, user.pk))


def _number_of(seat: Seat | None) -> int | None:
    return seat.number if seat is not None and seat.conceded_at is None else None


def undo_at(match: Match, state: State, latest: Sequence[PlayedMove] = ()) -> Undo | None:
    """Return the latest decision that its seat may take back, with what was forced after it; None if there is none.

    What is forced needs no undo of its own: it would be played again at once. `latest` are the newest entries, newest
    first, where the caller has them: mostly nothing earlier need be read.
    """
    may = undoable(state)
    if may is None:
        return None
    moves = islice(_latest_moves(match, latest), may.count)
    count = next((count for count, is_forced in enumerate(moves, start=1) if not is_forced), None)
    return None if count is None else Undo(may.seat, count)


def _latest_moves(match: Match, latest: Sequence[PlayedMove]) -> Iterator[bool]:
    """Yield the moves that stand, the newest first: of each, whether it was forced.

    What was played in another match, from whose position this one goes on, is not among them: it stands.
    """
    undone = 0
    for played in _newest_first(match, latest):
        if played.number <= (match.copied or 0):
            return
        if played.is_undo:
            undone += played.entry[2]
        elif undone:
            undone -= 1
        else:
            yield played.forced


def _newest_first(match: Match, latest: Sequence[PlayedMove]) -> Iterator[PlayedMove]:
    """Yield the entries of a match, the newest first, and read no more of them than are asked for."""
    yield from latest
    number = latest[-1].number - 1 if latest else match.number
    while page := _entries_down_from(match.pk, number):
        yield from page
        number = page[-1].number - 1


def link_end(match: Match) -> str:
    """Return what an address needs for those who have come by the match's link, and nothing where it needs none."""
    return address_end(token=match.invite_token) if match.visibility == Match.Visibility.UNLISTED else ""


def address_end(**said: str | int) -> str:
    """Return the part after the question mark, without what is empty."""
    query = urlencode({name: value for name, value in said.items() if value})
    return f"?{query}" if query else ""
