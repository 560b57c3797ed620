"""Everything that games keeps about one person, for those who take out their data."""

from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from accounts.models import User
from games.models import (
    ChatLine,
    Entrant,
    Guide,
    ImportedRecord,
    Invitation,
    Match,
    Note,
    OrderSheet,
    PlayedMove,
    ProblemAnswer,
    Report,
    Seat,
    Seek,
    TableEvent,
)

TABLE = ("id", "title", "edition_id", "status", "size", "pace", "rated", "visibility", "created_at", "finished_at")


def belongings_of(user: User) -> dict[str, Any]:
    """Tables, seats, moves, invitations, words and notes; nothing that others have not shown this person."""
    return {
        "tables": [_plain(row) for row in Match.objects.filter(host=user).order_by("pk").values(*TABLE)],
        "seats": [_plain(row) for row in _seats(user)],
        "moves": [_plain(row) for row in _moves(user)],
        "orders": [_plain(row) for row in _orders(user)],
        "invitations": [_plain(row) for row in _invitations(user)],
        "talk": [_plain(row) for row in _talk(user)],
        "reports": [_plain(row) for row in _reports(user)],
        "notes": [_plain(row) for row in _notes(user)],
        "matches": {"as records, one in each line": settings.SITE_URL + reverse("my-history-export")},
        "imported": [_plain(row) for row in _imported(user)],
        "searches": [_plain(row) for row in _searches(user)],
        "tournaments": [_plain(row) for row in _tournaments(user)],
        "problems": [_plain(row) for row in _problems(user)],
        "guide": list(Guide.objects.filter(user=user).values("match", "is_on", "read")),
    }


def _problems(user: User) -> Any:
    return ProblemAnswer.objects.filter(user=user).order_by("pk").values("problem__day", "choice", "at")


def _seats(user: User) -> Any:
    seats = Seat.objects.filter(user=user).order_by("match", "number")
    return seats.values("match", "match__edition_id", "number", "studio", "taken_at", "score", "place")


def _moves(user: User) -> Any:
    """Return what this person played; what a stand-in played in their seat is not theirs, nor what another did."""
    mine = Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat"), user=user)
    mine = mine.filter(Q(taken_over_at=None) | Q(taken_over_at__lte=OuterRef("played_at")))
    moves = PlayedMove.objects.filter(Exists(mine) | Exists(_given_up(user)), by_ai=False)
    return moves.order_by("match", "number").values("match", "number", "seat", "entry", "played_at")


def _orders(user: User) -> Any:
    """Return what this person ordered; whoever gave up a seat has no orders there any more."""
    sheets = OrderSheet.objects.filter(match__seats__user=user, match__seats__number=F("seat"))
    return sheets.order_by("match").values("match", "content", "changed_at")


def _given_up(user: User) -> Any:
    """Return the seats that were theirs when an entry was played, until a substitute took over.

    Of whoever was a substitute themselves, what came before them is not told apart: it is the seat they had.
    """
    rows = TableEvent.objects.filter(kind=TableEvent.Kind.SUBSTITUTED, user=user)
    return rows.filter(match=OuterRef("match"), seat=OuterRef("seat"), at__gt=OuterRef("played_at"))


def _invitations(user: User) -> Any:
    invitations = Invitation.objects.filter(user=user).exclude(status=Invitation.Status.BARRED).order_by("pk")
    return invitations.values("match", "inviter__username", "status", "created_at")


def _talk(user: User) -> Any:
    return ChatLine.objects.filter(author=user).order_by("pk").values("match", "audience", "text", "created_at")


def _reports(user: User) -> Any:
    """Return what this person reported; what others reported about them is told by what came of it."""
    return Report.objects.filter(reporter=user).order_by("pk").values("kind", "words", "made_at", "outcome", "answer")


def _notes(user: User) -> Any:
    return Note.objects.filter(user=user).order_by("match").values("match", "text", "changed_at")


def _searches(user: User) -> Any:
    seeks = Seek.objects.filter(user=user).order_by("pk")
    return seeks.values("sizes", "decision_seconds", "rated", "near", "edition_id", "status", "match", "created_at")


def _imported(user: User) -> Any:
    return ImportedRecord.objects.filter(owner=user).order_by("pk").values("title", "created_at", "record")


def _tournaments(user: User) -> Any:
    entries = Entrant.objects.filter(user=user).order_by("pk")
    return entries.values("tournament", "tournament__name", "status", "entered_at", "note")


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Write times as text; everything else is plain already."""
    return {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row.items()}
