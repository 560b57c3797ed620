"""What people tell about themselves and how they want the site."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme, User
from accounts.models.user import KINDS, NOTICES
from accounts.time_zones import time_zone_choices

# Whoever could rest for longer could rest for ever.
LONGEST_REST: Final = 12
DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def hours() -> list[tuple[int | str, str]]:
    """Offer the hours of the day, and none."""
    return [("", gettext("no rest")), *((hour, f"{hour}:00") for hour in range(24))]


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """What everybody sees of me."""

    class Meta:
        model = User
        fields = ("username", "about")
        labels: ClassVar = {"about": _("About me")}
        help_texts: ClassVar = {
            "username": _("3 to 24 letters or digits. You can change it three times a day."),
            "about": _("Shown on your page. At most 600 characters."),
        }
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 5})}

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        """Know who asks, to count how often a name changes."""
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["username"].widget.attrs["autocomplete"] = "username"

    def clean_username(self) -> str:
        """Allow any spelling of one's own name, and of others only what is free."""
        name = self.cleaned_data["username"]
        if name == self.initial["username"]:
            return str(name)
        name = get_adapter().clean_own_name(name, self.instance)
        if not ratelimit.consume(self.request, app="allauth.account", action="rename"):
            raise ValidationError(_("You have changed your name often enough for today."), code="often")
        return str(name)


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Language, time and light."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, choices=time_zone_choices)
    theme = forms.ChoiceField(label=_("Theme"), choices=Theme.choices, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ("language", "time_zone", "theme")


HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


def hour_field(label: Any, none: Any) -> forms.TypedChoiceField:
    """Let somebody choose an hour of their day, or none."""
    choices = [("", none), *HOURS]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, empty_value=None, required=False)


class NoticesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What somebody is told of, by which ways, and when not."""

    # What stands in the grid: mail has a switch for each kind, the other ways a list of kinds.
    push = forms.MultipleChoiceField(choices=[(kind, kind) for kind in KINDS], required=False)
    webhook = forms.MultipleChoiceField(choices=[(kind, kind) for kind in KINDS], required=False)
    quiet_from = hour_field(_("Do not disturb me from"), _("No quiet hours"))
    quiet_until = hour_field(pgettext_lazy("hour", "until"), _("No quiet hours"))
    digest_hour = hour_field(_("One mail a day"), _("No: each mail at once"))

    class Meta:
        model = User
        fields = (*NOTICES, "quiet_from", "quiet_until", "digest_hour")
        labels: ClassVar = {
            "mail_my_turn": _("It is my turn at a slow table"),
            "mail_reminder": _("My time for a decision is nearly over"),
            "mail_stand_in": _("The AI takes over for me because I ran out of time"),
            "mail_start": _("A match of mine starts while I am away"),
            "mail_end": _("A match of mine ends while I am away"),
            "mail_called_off": _("A table of mine is called off"),
            "mail_invitations": _("Somebody invites me to a table"),
            "mail_mention": _("Somebody mentions me in the chat"),
        }

    def clean(self) -> dict[str, Any]:
        """Quiet hours begin and end; what goes to devices and webhooks is kept in the order of the grid."""
        said = super().clean() or {}
        if (said.get("quiet_from") is None) != (said.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose both, or neither."))
        self.instance.push_kinds = " ".join(kind for kind in KINDS if kind in said.get("push", ()))
        self.instance.hook_kinds = " ".join(kind for kind in KINDS if kind in said.get("webhook", ()))
        return said

    @property
    def grid(self) -> list[dict[str, Any]]:
        """The rows: a kind, its switch for mail, and whether it goes to devices and webhooks."""
        push, hook = self._chosen("push"), self._chosen("webhook")
        return [
            {"kind": kind, "mail": self[f"mail_{kind}"], "push": kind in push, "webhook": kind in hook}
            for kind in KINDS
        ]

    @property
    def hours(self) -> list[BoundField]:
        return [self[name] for name in ("quiet_from", "quiet_until", "digest_hour")]

    def _chosen(self, way: str) -> Sequence[str]:
        if self.is_bound:
            return self.data.getlist(way)  # type: ignore[attr-defined]
        return {"push": self.instance.push_kinds, "webhook": self.instance.hook_kinds}[way].split()


class RestForm(forms.ModelForm):  # type: ignore[type-arg]
    """When my clocks at slow tables stand still each day."""

    rest_begins = forms.TypedChoiceField(
        label=pgettext_lazy("hour", "From"), choices=hours, coerce=int, required=False, empty_value=None
    )
    rest_ends = forms.TypedChoiceField(
        label=pgettext_lazy("hour", "Until"), choices=hours, coerce=int, required=False, empty_value=None
    )

    class Meta:
        model = User
        fields = ("rest_begins", "rest_ends", "rest_weekends")
        labels: ClassVar = {"rest_weekends": _("At weekends too, Saturday and Sunday")}

    def clean(self) -> dict[str, Any]:
        """Ask for both hours or none, and for no more than half a day."""
        said = super().clean() or self.cleaned_data
        begins, ends = said.get("rest_begins"), said.get("rest_ends")
        if (begins is None) != (ends is None):
            raise ValidationError(_("Choose both hours, or leave both empty."))
        if begins is not None and ends is not None and not 0 < (ends - begins) % 24 <= LONGEST_REST:
            raise ValidationError(_("Rest can last 12 hours a day at most: others are waiting for you."))
        return said


class HolidayForm(forms.Form):
    """From which day to which I am away."""

    first_day = forms.DateField(label=_("First day"), widget=DAY)
    last_day = forms.DateField(label=_("Last day"), widget=DAY)
