"""What the moves of a rated match tell of fair play."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match
from games.models.due_work import DueWork


class Inspection(DueWork):
    """What was read from a rated match, seat by seat: made once in the background, kept as long as it serves."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    # By seat, as text: what a person answered beside what our brains say of it. Nothing of AIs, bots and who was away.
    content = models.JSONField(default=dict)
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("inspection")
        verbose_name_plural = _("inspections")
        indexes = [models.Index(fields=["asked_at"], name="inspection_due", condition=Q(status="due"))]

    def __str__(self) -> str:
        return f"inspection of {self.match_id}"
