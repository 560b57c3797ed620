"""The form of a quick start."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms.choices import DEFAULT_LEVEL, SIZES, counted, editions, level_of, leveled, segmented, styled
from games.lobby.services.tables import DEFAULT_EDITION
from games.models.match import MAX_SEATS


class QuickStartForm(forms.Form):
    """A match against AIs, now. Whatever is not said is as usual."""

    seats = counted(label=_("Players"), choices=SIZES, initial=4, required=False, empty_value=4)
    studio = forms.TypedChoiceField(
        choices=[(number, str(number)) for number in range(1, MAX_SEATS + 1)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    level = leveled(label=_("Opponents"), required=False)
    style = styled()
    edition_id = segmented(label=_("Edition"), choices=editions, initial=DEFAULT_EDITION, required=False)
    fast_ai = forms.BooleanField(label=_("AIs answer at once"), required=False)

    def clean(self) -> dict[str, Any]:
        """Return what was said, in the words of the services: a level and its style are one thing there."""
        said = super().clean() or self.cleaned_data
        said["level"] = level_of(said.get("level") or DEFAULT_LEVEL, said.pop("style", ""))
        return said

    def clean_edition_id(self) -> str:
        return self.cleaned_data["edition_id"] or DEFAULT_EDITION
