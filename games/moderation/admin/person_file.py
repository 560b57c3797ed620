"""What games know about a person, for their file: reports, matches, time-outs, talk."""

from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from accounts.models import User
from accounts.people.panels import Panel
from games.models import ChatLine, Match, Seat
from games.moderation.selectors import reports_for, tables_of_same_deal

LATEST: Final = 30
HEAVY: Final = ("match__state", "match__opening", "match__secret")


def panel_of(person: User, reader: User) -> Panel:
    """Return the latest of each, so that the page is quick for whoever played thousands of matches."""
    seats = Seat.objects.filter(user=person)
    about = Q(about=person) | Q(also_about=person)
    reports = reports_for(reader).filter(about).select_related("reporter", "match").defer("context", *HEAVY)
    return Panel(
        template="admin/file_games.html",
        order=10,
        context={
            "person": person,
            "reports": reports.order_by("-pk")[:LATEST],
            "reported": person.reports_made.count(),
            "seats": seats.select_related("match").defer(*HEAVY).order_by("-match_id")[:LATEST],
            "time_outs": seats.aggregate(all=Sum("time_outs"))["all"] or 0,
            "talk": lines_for_staff(reader).filter(author=person).order_by("-created_at")[:LATEST],
        },
    )


def lines_for_staff(reader: User) -> QuerySet[ChatLine]:
    """Return all talk, removed lines too; but not what spectators say at a match that the reader plays.

    Nor what is said at other tables that play the same deal.
    """
    plays = Seat.objects.filter(match=OuterRef("match"), user=reader)
    secret = Q(audience=ChatLine.Audience.SPECTATORS, match__status=Match.Status.RUNNING) & Exists(plays)
    lines = ChatLine.objects.exclude(secret).exclude(match__in=tables_of_same_deal(reader))
    return lines.select_related("match", "author").defer(*HEAVY)
