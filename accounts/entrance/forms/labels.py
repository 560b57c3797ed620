"""Allauth's other forms in our words: labels above, no placeholders that vanish when one types."""

from typing import Any

from allauth.account import forms as account
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as totp
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.cache import cache
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


class Once(Plain):
    """Takes a code once for as long as it is good: allauth itself forgets after 30 seconds that it was used."""

    user: AbstractBaseUser

    def clean_code(self) -> str:
        """Refuse a code that let somebody in already."""
        code: str = super().clean_code()  # type: ignore[misc]
        good_for = settings.MFA_TOTP_PERIOD * (2 * settings.MFA_TOTP_TOLERANCE + 1)
        if not cache.add(f"code-used:{self.user.pk}:{normalize_user_code(code)}", True, timeout=good_for):
            raise get_adapter().validation_error("incorrect_code")
        return code


class AuthenticateForm(Once, factor.AuthenticateForm):
    """The code of the second factor."""


class ReauthenticateByFactorForm(Once, factor.ReauthenticateForm):
    """The code once more."""


class ActivateAppForm(Plain, totp.ActivateTOTPForm):
    """The first code of an app."""
