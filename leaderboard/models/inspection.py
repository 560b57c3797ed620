"""What the moves of a rated match tell of fair play."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match


class Inspection(models.Model):
    """What was read from a rated match, seat by seat: made once in the background, kept as long as it serves.

    The row is the queue: who works on it takes it until `claimed_until`, so that a killed process delays it only.
    """

    class Status(models.TextChoices):
        """How far it is."""

        DUE = "due"
        DONE = "done"
        FAILED = "failed"

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    status = models.CharField(max_length=8, choices=Status, default=Status.DUE)
    # By seat, as text: what a person answered beside what our brains say of it. Nothing of AIs, bots and who was away.
    content = models.JSONField(default=dict)
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("inspection")
        verbose_name_plural = _("inspections")
        indexes = [models.Index(fields=["asked_at"], name="inspection_due", condition=Q(status="due"))]

    def __str__(self) -> str:
        return f"inspection of {self.match_id}"
