"""What was reported, and what is kept with a report."""

from typing import Any, Final

from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import ChatLine, Match, Report, Seat

SEAL: Final = signing.Signer(salt="games.reports.line")
LINES_AROUND: Final = 15
MOVES_BEFORE: Final = 40


def seal_of(line: ChatLine) -> str:
    """Return a line's number as only the site can write it."""
    return SEAL.sign(str(line.pk))


def line_under(seal: str) -> ChatLine | None:
    """Return the line of a seal; None where it was made up."""
    try:
        number = int(SEAL.unsign(seal))
    except (signing.BadSignature, ValueError):
        return None
    return ChatLine.objects.select_related("match", "author").filter(pk=number).first()


def context_of(match: Match | None, line: ChatLine | None) -> dict[str, Any]:
    """Return the chat around, the latest moves and the clock, as they are now: they stay with the report."""
    if match is None:
        return {}
    return {
        "number": match.number,
        "status": match.status,
        "asked_at": match.asked_at.isoformat() if match.asked_at else None,
        "deadline_at": match.deadline_at.isoformat() if match.deadline_at else None,
        "seats": [_seat(seat) for seat in match.seats.select_related("user").order_by("number")],
        "moves": [_move(*row) for row in _moves(match)][::-1],
        "talk": [_words(row) for row in _lines_around(match, line)],
    }


def tables_of_same_deal(reader: User) -> list[int]:
    """Return the tables at which others play a deal that a reader plays too: its moves tell what comes at their own."""
    own = Seat.objects.filter(user=reader, match__sealed=True)
    deals = set(own.values_list("match__commitment", flat=True))
    if not deals:
        return []
    others = Match.objects.filter(sealed=True, commitment__in=deals).exclude(pk__in=own.values("match"))
    return list(others.values_list("pk", flat=True))


def reports_for(reader: User) -> QuerySet[Report]:
    """Return what a member of staff may decide about: not their own case, nor a deal they play while it runs."""
    plays = Seat.objects.filter(match=OuterRef("match"), user=reader)
    running = Q(match__status=Match.Status.RUNNING) & Exists(plays)
    involved = Q(about=reader) | Q(also_about=reader) | Q(reporter=reader)
    return Report.objects.exclude(involved).exclude(running).exclude(match__in=tables_of_same_deal(reader))


def answers_for(user: User) -> QuerySet[Report]:
    """Return what somebody reported, the latest first."""
    return Report.objects.filter(reporter=user).select_related("about").order_by("-made_at")


def _moves(match: Match) -> Any:
    moves = match.moves.order_by("-number").values_list("number", "entry", "by_ai", "played_at")
    return moves[:MOVES_BEFORE]


def _move(number: int, entry: list[Any], by_ai: bool, played_at: Any) -> dict[str, Any]:
    return {"number": number, "entry": entry, "by_ai": by_ai, "at": played_at.isoformat()}


def _lines_around(match: Match, line: ChatLine | None) -> list[ChatLine]:
    lines = match.chat_lines.select_related("author")
    if line is None:
        return list(lines.order_by("-pk")[:LINES_AROUND])[::-1]
    before = list(lines.filter(pk__lte=line.pk).order_by("-pk")[: LINES_AROUND + 1])[::-1]
    return [*before, *lines.filter(pk__gt=line.pk).order_by("pk")[:LINES_AROUND]]


def _words(line: ChatLine) -> dict[str, Any]:
    return {
        "line": line.pk,
        "author": line.author.username,
        "audience": line.audience,
        "text": line.text,
        "at": line.created_at.isoformat(),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    name = seat.user.username if seat.user else f"AI {seat.ai_level}"
    return {"seat": seat.number, "name": name, "time_outs": seat.time_outs}
