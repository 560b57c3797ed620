"""Which second factors open the admin."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ConfirmedFactor(models.Model):
    """A factor that is known to be its owner's: by an administrator's word, or added by who had shown such a one.

    It goes with the factor, so whoever takes all of theirs off begins anew.
    """

    authenticator = models.OneToOneField("mfa.Authenticator", models.CASCADE, related_name="confirmation")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("confirmed second factor")
        verbose_name_plural = _("confirmed second factors")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.authenticator)
