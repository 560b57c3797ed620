"""Somebody who looks for a live table."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Seek(models.Model):
    """What table somebody wants to be found for them; it waits in the database, whatever becomes of their page."""

    class Status(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting", _("Looking")
        PAIRED = "paired", _("Found a table")
        STOPPED = "stopped", _("Stopped")
        EXPIRED = "expired", _("Found nobody in time")
        REFUSED = "refused", _("May not sit down")
        MISSED = "missed", _("Did not come")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    sizes = models.JSONField()  # the numbers of seats they would like, each of them
    decision_seconds = models.PositiveIntegerField()
    rated = models.BooleanField(default=False)
    near = models.BooleanField(default=False)  # only with people of about their own rating
    edition_id = models.CharField(max_length=64, blank=True)  # empty where any will do
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="seeks")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    paired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("search for a table")
        verbose_name_plural = _("searches for a table")
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=models.Q(status="waiting"), name="seek_one_at_a_time")
        ]
        indexes = [
            models.Index(fields=["created_at"], name="seek_waiting", condition=models.Q(status="waiting")),
            models.Index(fields=["paired_at"], name="seek_paired", condition=models.Q(status="paired")),
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.get_status_display()}"
