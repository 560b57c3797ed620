"""What somebody chooses who plays on from a position."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms.choices import counted, levels, segmented
from games.table.people import Person

AS_THEY_WERE, ANEW = "as_they_were", "anew"
HIDDEN_THINGS = [(AS_THEY_WERE, _("as it was")), (ANEW, _("dealt anew"))]
LEVEL = "producer"


class PlayOnForm(forms.Form):
    """On which seat, against whom, and what becomes of what nobody had seen."""

    seat = counted(label=_("You play for"), choices=())
    level = forms.ChoiceField(label=_("The others are played by"), choices=levels, initial=LEVEL)
    hidden = segmented(label=_("What nobody had seen yet"), choices=HIDDEN_THINGS, initial=AS_THEY_WERE)

    def __init__(self, *args: Any, people: Sequence[Person], own: int, **kwargs: Any) -> None:
        """Offer the seats of this match, one's own first chosen."""
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = [(person.number, person.name) for person in people]  # type: ignore[attr-defined]
        self.fields["seat"].initial = own
