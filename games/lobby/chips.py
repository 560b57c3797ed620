"""The most wanted filters of the lobby, each one tap away."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.selectors.filters import CASUAL, RATED, Filters


class Chip(NamedTuple):
    """A filter that is on or off; its address turns it over and leaves the others as they are."""

    label: str
    url: str
    chosen: bool


def chips_of(filters: Filters) -> list[Chip]:
    """What is shown now, and what could be."""
    return [
        Chip(_("All"), reverse("lobby"), not filters.any),
        _chip(filters, _("Live"), "pace", "live"),
        _chip(filters, _("Slow"), "pace", "slow"),
        _chip(filters, _("Casual"), "rated", CASUAL),
        _chip(filters, _("Rated"), "rated", RATED),
    ]


def _chip(filters: Filters, label: str, name: str, value: str) -> Chip:
    chosen = getattr(filters, name) == value
    turned = filters.but(**{name: "" if chosen else value})
    return Chip(label, f"{reverse('lobby')}?{turned.query}".rstrip("?"), chosen)
