"""A match looked at afterwards."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.due_work import DueWork
from games.models.imported_record import ImportedRecord
from games.models.match import Match


class MatchAnalysis(DueWork):
    """What was found in a match that is over, or in an imported record: asked for once, made once, kept."""

    match = models.OneToOneField(Match, models.CASCADE, null=True, related_name="analysis")
    imported = models.OneToOneField(ImportedRecord, models.CASCADE, null=True, related_name="analysis")
    percent = models.PositiveSmallIntegerField(default=0)
    content = models.JSONField(default=dict)
    asked_at = models.DateTimeField(default=timezone.now)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [models.Index(fields=["asked_at"], name="analysis_due", condition=Q(status="due"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(match__isnull=False) ^ Q(imported__isnull=False), name="analysis_of_one_thing"
            )
        ]

    def __str__(self) -> str:
        return f"analysis of {self.match_id or self.imported_id}"
