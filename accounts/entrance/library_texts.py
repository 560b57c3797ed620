"""What allauth says at the door in its own code: named here, so that our catalogues say it in our form of address."""

from typing import Final

from django.utils.translation import gettext_noop as _

# Where the library's own French and German say "Sie", or have faults; a catalogue of ours comes before the library's.
LIBRARY_TEXTS: Final = (
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("Passwordless"),
    _(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes additional requirements"
        " such as biometrics or PIN protection."
    ),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("This email address is already associated with this account."),
    _("The email address and/or password you specified are not correct."),
    _("The username and/or password you specified are not correct."),
    _("The email address is not assigned to any user account."),
    _("The phone number is not assigned to any user account."),
    _("Please type your current password."),
    _("The new value must be different from the current one."),
    _("You must type the same password each time."),
    _("Too many failed login attempts. Try again later."),
    _("Forgot your password?"),
)
