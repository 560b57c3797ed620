"""Who sits at a table, for those who look after it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.admin.parts import ReadOnly
from games.edition_words import level_name
from games.labels import seat_name
from games.models import Invitation, Match, Seat


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The players, for everybody who sees the match."""

    model = Seat
    fields = ("number", "person", "ai", "studio", "time_outs", "stood_in_since", "conceded_at", "score", "place")
    readonly_fields = ("person", "ai")
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.view_match")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user").order_by("number")

    @admin.display(description="person")
    def person(self, row: Seat) -> SafeString | str:
        """Lead to the file of who sits there."""
        if row.user is None:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:person-file", args=[row.user_id]), row.user)

    @admin.display(description="AI")
    def ai(self, row: Seat) -> str:
        """Return whose brain answers now: the seat's own, or one that stands in."""
        return level_name(row.brain_level) if row.brain_level else "–"


class InvitationInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who was asked to come, for those who moderate the match."""

    model = Invitation
    fields = ("user", "inviter", "status", "created_at")
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.tend_match")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        return super().get_queryset(request).select_related("user", "inviter")


def played_by_people(match: Match) -> QuerySet[Seat]:
    """Return the seats that an AI can be put on: those whose people have not left them for good."""
    return match.seats.filter(user__isnull=False, conceded_at=None).select_related("user").order_by("number")


def offer_seats(form: forms.Form, match: Match) -> None:
    """Name the seats of this match by who sits there."""
    chosen: Any = form.fields["seat_number"]
    chosen.choices = [(seat.number, f"Seat {seat.number}: {seat_name(seat)}") for seat in played_by_people(match)]
