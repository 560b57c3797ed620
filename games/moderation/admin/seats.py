"""The seats of a match that a moderator can put an AI on."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.labels import seat_name
from games.models import Match, Seat


def played_by_people(match: Match) -> QuerySet[Seat]:
    """Return the seats that an AI can be put on: those whose people have not left them for good."""
    return match.seats.filter(user__isnull=False, conceded_at=None).select_related("user").order_by("number")


def offer_seats(form: forms.Form, match: Match) -> None:
    """Name the seats of this match by who sits there."""
    chosen: Any = form.fields["seat_number"]
    chosen.choices = [
        (seat.number, _("Seat %(number)s: %(name)s") % {"number": seat.number, "name": seat_name(seat)})
        for seat in played_by_people(match)
    ]
