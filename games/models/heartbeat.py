"""When the server was last awake."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """One row, written by every sweep: what lies between two beats that are far apart is our own downtime."""

    beat_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.beat_at.isoformat()
