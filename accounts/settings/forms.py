"""What people tell about themselves and how they want the site."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme, User
from accounts.models.user import NOTICES
from accounts.time_zones import time_zone_choices


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
    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme.choices, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ("language", "time_zone", "theme")


class NoticesForm(forms.ModelForm):  # type: ignore[type-arg]
    """What we may write to somebody about."""

    class Meta:
        model = User
        fields = NOTICES
        labels: ClassVar = {
            "mail_my_turn": _("It is my turn at a slow table"),
            "mail_stand_in": _("The AI takes over for me because I ran out of time"),
            "mail_start": _("A match of mine starts while I am away"),
            "mail_end": _("A match of mine ends while I am away"),
            "mail_called_off": _("A table of mine is called off"),
            "mail_invitations": _("Somebody invites me to a table"),
        }
