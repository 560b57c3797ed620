"""Holidays, in which somebody's clocks at slow tables stand still."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Holiday(models.Model):
    """Whole days of somebody's own calendar, and the moments they meant when they were planned."""

    class Stage(models.TextChoices):
        """How far it has come, as tables show it; a sweep goes on to the next."""

        PLANNED = "planned", _("planned")
        RUNNING = "running", _("under way")
        OVER = "over", _("over")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.PLANNED)

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        ordering = ["begins_at"]
        indexes = [models.Index(fields=["begins_at"], name="holiday_not_over", condition=~Q(stage="over"))]
        constraints = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="holiday_has_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.first_day} – {self.last_day}"
