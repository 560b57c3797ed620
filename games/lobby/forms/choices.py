"""What the forms of the lobby offer."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.ai import measured
from games.ai.levels import OFFERED_LEVELS
from games.edition_words import level_character, level_name, words_of
from games.engine import edition_files
from games.lobby.services.tables import DEFAULT_EDITION
from games.models.match import DAY, HOUR, MAX_SEATS

LIVE_SECONDS = [(30, _("30 s")), (60, _("60 s")), (90, _("90 s")), (180, _("3 min"))]
SLOW_SECONDS = [
    (8 * HOUR, _("8 hours")),
    (DAY, _("1 day")),
    (2 * DAY, _("2 days")),
    (3 * DAY, _("3 days")),
    (7 * DAY, _("a week")),
]
NO_BANK = 0
SLOW_BANKS = [
    (NO_BANK, _("no bank")),
    (2 * DAY, _("2 days")),
    (4 * DAY, _("4 days")),
    (7 * DAY, _("a week")),
    (14 * DAY, _("two weeks")),
]
AUCTIONS = [("in_turn", _("In turn")), ("together", _("Together"))]
SIZES = [(number, str(number)) for number in range(2, MAX_SEATS + 1)]
DEFAULT_LEVEL = "trainee"
STYLED_LEVEL = "director"
Choices = list[tuple[str, str]]


def editions() -> Choices:
    """Return every edition there is, the usual one first."""
    known = sorted(edition_files(), key=lambda edition_id: (edition_id != DEFAULT_EDITION, edition_id))
    return [(edition_id, words_of(edition_id).name) for edition_id in known]


def levels() -> Choices:
    """Return the ladder, the weakest first; how a level plays, if it has styles, is a question of its own."""
    return [(level, level_name(level)) for level in OFFERED_LEVELS if ":" not in level]


def styles() -> Choices:
    """Return how a director plays: evenly, or in one of its styles."""
    styled = [level for level in OFFERED_LEVELS if level.startswith(f"{STYLED_LEVEL}:")]
    return [("", gettext("Balanced")), *((level, level_name(level)) for level in styled)]


def all_levels() -> list[tuple[str, Choices]]:
    """Return every level and style in one list, in groups, each with its strength where that was measured."""
    groups = [(gettext("Levels"), levels()), (gettext("Styles of the director"), styles()[1:])]
    return [(group, [(level, _with_strength(level, name)) for level, name in choices]) for group, choices in groups]


def _with_strength(level: str, name: str) -> str:
    rating = measured.load().ratings.get(level)
    return name if rating is None else f"{name} · {rating}"


class LevelSelect(forms.RadioSelect):
    """Levels with what kind of player each is, and how strong it was measured to be."""

    template_name = "games/levels/choice.html"

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        rating = measured.load().ratings.get(str(value))
        return option | {"character": level_character(str(value)), "rating": rating}


def leveled(**options: Any) -> forms.ChoiceField:
    """Return the level of AI seats."""
    return forms.ChoiceField(widget=LevelSelect, choices=levels, initial=DEFAULT_LEVEL, **options)


def styled() -> forms.ChoiceField:
    """Return the style, which only the director has."""
    label = _("Style of the director")
    return forms.ChoiceField(label=label, choices=styles, required=False, help_text=_("The same skill, another taste."))


def level_of(level: str, style: str) -> str:
    """Return the level that was chosen, with its style if it has any."""
    return style if style and level == STYLED_LEVEL else level


def segmented(**options: Any) -> forms.ChoiceField:
    """Return one of a few short answers."""
    return forms.ChoiceField(widget=forms.RadioSelect, **options)


def counted(**options: Any) -> forms.TypedChoiceField:
    """Return one of a few numbers."""
    return forms.TypedChoiceField(widget=forms.RadioSelect, coerce=int, **options)
