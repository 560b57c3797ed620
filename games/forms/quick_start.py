"""The form of a quick start."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.choices import DEFAULT_LEVEL, SIZES, counted, editions, levels, segmented
from games.models.match import MAX_SEATS
from games.services.tables import DEFAULT_EDITION


class QuickStartForm(forms.Form):
    """A match against AIs, now. Whatever is not said is as usual."""

    seats = counted(label=_("Players"), choices=SIZES, initial=4, required=False, empty_value=4)
    studio = forms.TypedChoiceField(
        choices=[(number, str(number)) for number in range(1, MAX_SEATS + 1)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    level = segmented(label=_("Opponents"), choices=levels, initial=DEFAULT_LEVEL, required=False)
    edition_id = segmented(label=_("Edition"), choices=editions, initial=DEFAULT_EDITION, required=False)

    def clean_level(self) -> str:
        return self.cleaned_data["level"] or DEFAULT_LEVEL

    def clean_edition_id(self) -> str:
        return self.cleaned_data["edition_id"] or DEFAULT_EDITION
