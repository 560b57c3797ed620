"""When the site is under maintenance."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Maintenance(models.Model):
    """A time in which no clock runs and no move is taken."""

    began_at = models.DateTimeField(_("began"), default=timezone.now)
    expected_until = models.DateTimeField(_("expected until"), null=True, blank=True)
    goes_on = models.BooleanField(_("goes on"), default=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("maintenance")
        verbose_name_plural = _("maintenance")
        ordering = ["-pk"]
        default_permissions = ("view",)
        permissions = [("keep_house", "Can begin and end maintenance")]
        constraints = [
            # One at a time.
            models.UniqueConstraint(fields=["goes_on"], name="maintenance_once", condition=Q(goes_on=True)),
        ]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M}"
