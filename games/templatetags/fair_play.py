"""Figures of signals as people read them."""

from math import exp
from typing import Final

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

register = template.Library()
MOST_TOLD: Final = 1_000_000


@register.filter
def as_percent(share: float) -> str:
    """Write a share in hundredths, with a digit behind the point where it is small."""
    percent = 100 * share
    return f"{number_format(percent, decimal_pos=1 if 0 < percent < 10 else 0)} %"


@register.filter
def as_odds(logarithm: float) -> str:
    """Write odds told as a logarithm as a round number; beyond a million nobody counts."""
    odds = exp(min(logarithm, 20.0))
    if odds >= MOST_TOLD:
        return _("more than %(number)s") % {"number": number_format(MOST_TOLD, decimal_pos=0, force_grouping=True)}
    digits = max(len(str(int(odds))) - 1, 0)
    return number_format(round(odds, -digits) if odds >= 10 else round(odds), decimal_pos=0, force_grouping=True)
