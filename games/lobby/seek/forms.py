"""What somebody says who looks for a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.lobby.forms.choices import LIVE_SECONDS, SIZES, counted, editions, segmented
from games.play.selectors.visibility import Viewer

ANY, NEAR = "any", "near"
CASUAL, RATED = "casual", "rated"


class SegmentedBoxes(forms.CheckboxSelectMultiple):
    """Several of a few short answers, side by side."""

    template_name = "django/forms/widgets/radio.html"


class SeekForm(forms.Form):
    """A live table. Whatever is not said is as usual."""

    sizes = forms.TypedMultipleChoiceField(
        label=_("Seats"), choices=SIZES, coerce=int, widget=SegmentedBoxes, initial=[3, 4], required=False
    )
    decision_seconds = counted(
        label=_("Time for a decision"), choices=LIVE_SECONDS[1:], initial=90, required=False, empty_value=90
    )
    rated = segmented(
        label=_("Counts"), choices=[(CASUAL, _("casual")), (RATED, _("rated"))], initial=CASUAL, required=False
    )
    opponents = segmented(
        label=_("Rating"), choices=[(ANY, _("any")), (NEAR, _("about mine"))], initial=ANY, required=False
    )
    edition_id = forms.ChoiceField(label=_("Edition"), choices=lambda: [("", _("any")), *editions()], required=False)

    def __init__(self, *args: Any, viewer: Viewer, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "seek_%s"} | kwargs)
        if not isinstance(viewer, User) or viewer.is_guest:  # they have no rating, and play for none
            del self.fields["rated"], self.fields["opponents"]

    def clean_sizes(self) -> list[int]:
        return self.cleaned_data["sizes"] or [3, 4]

    def said(self) -> dict[str, Any]:
        """Return what was said in the words of the service."""
        cleaned = self.cleaned_data
        return {
            "sizes": cleaned["sizes"],
            "decision_seconds": cleaned["decision_seconds"],
            "edition_id": cleaned["edition_id"],
            "rated": cleaned.get("rated") == RATED,
            "near": cleaned.get("opponents") == NEAR,
        }
