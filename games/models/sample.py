"""How the site did, minute by minute, for a day."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Sample(models.Model):
    """The figures of one minute, written by the sweep: what the operator's page plots."""

    at = models.DateTimeField(unique=True)  # the minute's beginning
    figures = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("sample")
        verbose_name_plural = _("samples")
        ordering = ["at"]

    def __str__(self) -> str:
        return self.at.isoformat()
