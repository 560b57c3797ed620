"""What the forms of the lobby offer."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.ai.levels import OFFERED_LEVELS
from games.engine import edition_files
from games.models.match import MAX_SEATS
from games.services.tables import DEFAULT_EDITION
from games.words import level_name, words_of

HOUR, DAY = 60 * 60, 24 * 60 * 60
LIVE_SECONDS = [(30, _("30 s")), (60, _("60 s")), (90, _("90 s")), (180, _("3 min"))]
SLOW_SECONDS = [
    (8 * HOUR, _("8 hours")),
    (DAY, _("1 day")),
    (2 * DAY, _("2 days")),
    (3 * DAY, _("3 days")),
    (7 * DAY, _("a week")),
]
SIZES = [(number, str(number)) for number in range(2, MAX_SEATS + 1)]
DEFAULT_LEVEL = OFFERED_LEVELS[len(OFFERED_LEVELS) // 2]
Choices = list[tuple[str, str]]


def editions() -> Choices:
    """Every edition there is, the usual one first."""
    known = sorted(edition_files(), key=lambda edition_id: (edition_id != DEFAULT_EDITION, edition_id))
    return [(edition_id, words_of(edition_id).name) for edition_id in known]


def levels() -> Choices:
    return [(level, level_name(level)) for level in OFFERED_LEVELS]


def segmented(**options: Any) -> forms.ChoiceField:
    """One of a few short answers."""
    return forms.ChoiceField(widget=forms.RadioSelect, **options)


def counted(**options: Any) -> forms.TypedChoiceField:
    """One of a few numbers."""
    return forms.TypedChoiceField(widget=forms.RadioSelect, coerce=int, **options)
