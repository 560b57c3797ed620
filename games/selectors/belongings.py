"""Everything that games keeps about one person, for those who take out their data."""

from typing import Any

from accounts.models import User
from games.models import Invitation, Match, PlayedMove, Seat

TABLE = ("id", "title", "edition_id", "status", "size", "pace", "rated", "visibility", "created_at", "finished_at")


def belongings_of(user: User) -> dict[str, Any]:
    """Tables, seats, moves and invitations as plain values; nothing that others have not shown this person."""
    return {
        "tables": [_plain(row) for row in Match.objects.filter(host=user).order_by("pk").values(*TABLE)],
        "seats": [_plain(row) for row in _seats(user)],
        "moves": [_plain(row) for row in _moves(user)],
        "invitations": [_plain(row) for row in _invitations(user)],
    }


def _seats(user: User) -> Any:
    seats = Seat.objects.filter(user=user).order_by("match", "number")
    return seats.values("match", "match__edition_id", "number", "studio", "taken_at", "score", "place")


def _moves(user: User) -> Any:
    """What this person played; what a stand-in played in their seat is not theirs."""
    mine = Seat.objects.filter(user=user).values_list("match", "number")
    moves = PlayedMove.objects.filter(match__in=[match for match, _ in mine], by_ai=False).order_by("match", "number")
    seats = dict(mine)
    return [
        row
        for row in moves.values("match", "number", "seat", "entry", "played_at")
        if seats[row["match"]] == row["seat"]
    ]


def _invitations(user: User) -> Any:
    invitations = Invitation.objects.filter(user=user).exclude(status=Invitation.Status.BARRED).order_by("pk")
    return invitations.values("match", "inviter__username", "status", "created_at")


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Times as text; everything else is plain already."""
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row.items()}
