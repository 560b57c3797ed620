"""Backups that were made."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    """One file that `manage.py backup` has written: what an operator wants to know of the latest."""

    made_at = models.DateTimeField(default=timezone.now, db_index=True)
    name = models.CharField(max_length=120)
    bytes = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name
