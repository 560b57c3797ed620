"""Allauth's other forms in our words: labels above, no placeholders that vanish when one types."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as totp
from django.forms import Field
from django.utils.translation import gettext_lazy as _

PASSWORD_HELP = _("At least 8 characters. A short sentence is easiest to remember.")


class Plain:
    """Takes away placeholders, and says our words for what every form asks."""

    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Go through the fields once."""
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name == "email":
                field.label = _("E-mail address")
            if name == "password1":
                field.help_text = PASSWORD_HELP


class AddEmailForm(Plain, account.AddEmailForm):
    """Another address."""


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    """Another password."""


class SetPasswordForm(Plain, account.SetPasswordForm):
    """A first password."""


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    """Whose password is forgotten."""


class ResetPasswordKeyForm(Plain, account.ResetPasswordKeyForm):
    """A password in place of the forgotten one."""


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    """The password once more."""


class AuthenticateForm(Plain, factor.AuthenticateForm):
    """The code of the second factor."""


class ReauthenticateByFactorForm(Plain, factor.ReauthenticateForm):
    """The code once more."""


class ActivateAppForm(Plain, totp.ActivateTOTPForm):
    """The first code of an app."""
