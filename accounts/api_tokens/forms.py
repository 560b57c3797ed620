"""The form of a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken


class TokenForm(forms.Form):
    """What a token is called, and what it is good for."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("So that you know later which program has it."))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=ApiToken.Scope.choices,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
