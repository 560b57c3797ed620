"""What somebody types who goes for good."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class DeleteAccountForm(forms.Form):
    """The name, typed by hand: nobody leaves by accident."""

    name = forms.CharField(label=_("Type your name to delete the account"), max_length=100)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        """Know whose account it is."""
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        """Compare with the name as it is shown."""
        if self.cleaned_data["name"] != self.user.username:
            raise ValidationError(_("That is not your name as shown on your page."), code="other")
        return self.user.username
