"""The two ways in: log in, register."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django.forms import CharField, TextInput
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.entrance.forms.labels import PASSWORD_HELP
from accounts.models import User

LABELS = {
    "username": (_("Name"), _("3 to 24 letters or digits. This is what others see at the table.")),
    "email": (
        _("E-mail address"),
        _("Only to confirm that it is you, and for the notifications you want. Nobody sees it."),
    ),
    "password1": (_("Password"), PASSWORD_HELP),
}


class SignupForm(AllauthSignupForm):
    """Registration with name, e-mail address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Say what each field is for, in place of placeholders that vanish when one types."""
        super().__init__(*args, **kwargs)
        for name, (label, help_text) in LABELS.items():
            self.fields[name].label, self.fields[name].help_text = label, help_text
            self.fields[name].widget.attrs.pop("placeholder", None)

    def try_save(self, request: HttpRequest) -> tuple[User, HttpResponse | None]:
        """Register also where the address has an account already.

        If nothing were written then, a second try with the same name would tell the two cases apart. Nobody can
        confirm such an account: the mail goes to the address's owner and says that they have one.
        """
        self.account_already_exists = False
        return self.save(request), None


class LoginForm(AllauthLoginForm):
    """Log-in by name or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for both in one field."""
        super().__init__(*args, **kwargs)
        self.fields["login"] = CharField(
            label=_("Name or e-mail address"),
            max_length=254,
            widget=TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        )
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].label = _("Remember me on this device")
        self.fields["remember"].initial = True
        self.order_fields(["login", "password", "remember"])
