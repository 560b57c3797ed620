"""AIs that failed to answer: counted, so that somebody finds out though every match went on."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class BrainFailure(models.Model):
    """A brain that raised, dawdled or answered illegally; another level made that move."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="brain_failures")
    number = models.PositiveIntegerField()
    level = models.CharField(max_length=32)
    what = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("failure of an AI")
        verbose_name_plural = _("failures of AIs")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.match} #{self.number}: {self.level}"
