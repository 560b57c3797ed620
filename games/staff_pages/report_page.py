"""A report as staff read it: who says what about whom, what stood around it, and how the two met before."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.dateparse import parse_datetime

from accounts.models import Sanction, User
from games.edition_words import words_of
from games.labels import table_name
from games.models import Match, Report, Seat
from games.staff_pages.happenings import Happening, tell_moves
from games.staff_pages.signals import SeenSignal, signals_of
from games.table.people import people_at

# Of the moves that were kept so many are told: those before the report, which the talk is about.
MOVES_TOLD = 12
EARLIER = 8


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of talk as it was read at the table."""

    at: datetime | None
    author: str
    text: str
    is_reported: bool
    by_spectator: bool


@dataclass(frozen=True, slots=True)
class ReportPage:
    """All that `admin/report.html` shows besides the tools."""

    report: Report
    table: str
    match: Match | None
    signals: tuple[SeenSignal, ...]
    talk: tuple[SaidLine, ...]
    moves: tuple[Happening, ...]
    seats: str
    reporter_made: int
    reporter_upheld: int
    together: int
    between: int
    others_waiting: int
    next_report: Report | None
    sanctions: list[Sanction]
    earlier: list[Report]


def report_page(row: Report, reports: Any) -> ReportPage:
    """Read a report with its context; `reports` are those its reader may decide about."""
    open_ones = reports.filter(closed_at=None).exclude(pk=row.pk).order_by("made_at")
    made = Report.objects.filter(reporter=row.reporter) if row.reporter_id else Report.objects.none()
    return ReportPage(
        report=row,
        table=table_name(row.match) if row.match else "",
        match=row.match,
        signals=signals_of(row),
        talk=_talk(row),
        moves=_moves(row),
        seats=", ".join(seat["name"] for seat in row.context.get("seats", ())),
        reporter_made=made.count(),
        reporter_upheld=made.filter(closed_at__isnull=False).exclude(outcome=Report.Outcome.NOTHING).count(),
        together=_sat_together(row.reporter, row.about),
        between=made.filter(about=row.about).count() if row.about_id else 0,
        others_waiting=open_ones.count(),
        next_report=open_ones.first(),
        sanctions=list(Sanction.objects.filter(user=row.about)[:EARLIER]) if row.about_id else [],
        earlier=_earlier(row, reports),
    )


def _talk(row: Report) -> tuple[SaidLine, ...]:
    return tuple(
        SaidLine(
            at=parse_datetime(said["at"]),
            author=said["author"],
            text=said["text"],
            is_reported=said["line"] == row.line_id,
            by_spectator=said["audience"] == "spectators",
        )
        for said in row.context.get("talk", ())
    )


def _moves(row: Report) -> tuple[Happening, ...]:
    """Return the latest moves that were kept, in sentences, as long as the match can be read."""
    numbers = [kept["number"] for kept in row.context.get("moves", ())][-MOVES_TOLD:]
    if row.match is None or row.match.is_closed or not numbers:
        return ()
    moves = row.match.moves.filter(number__in=numbers).defer("why").order_by("number")
    people = people_at(list(row.match.seats.select_related("user").order_by("number")))
    return tuple(tell_moves(moves, people, words_of(row.match.edition_id)))


def _sat_together(one: User | None, other: User | None) -> int:
    if one is None or other is None:
        return 0
    return Seat.objects.filter(user=one, match__seats__user=other).count()


def _earlier(row: Report, reports: Any) -> list[Report]:
    if row.about_id is None:
        return []
    about = Q(about=row.about_id) | Q(also_about=row.about_id)
    return list(reports.filter(about).exclude(pk=row.pk).order_by("-pk")[:EARLIER])
