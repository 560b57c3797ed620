"""Processes of the site, as they tell of themselves."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Process(models.Model):
    """One running process: a row that it writes every few seconds, and that outlives it for a day."""

    class Kind(models.TextChoices):
        """What it is there for."""

        SERVE = "serve", _("everything")
        WEB = "web", _("web")
        WORKER = "worker", _("worker")
        BEAT = "beat", _("beat")

    key = models.CharField(max_length=120, unique=True)  # machine, number and start: no two are ever the same
    kind = models.CharField(max_length=12, choices=Kind.choices)
    host = models.CharField(max_length=80)
    pid = models.PositiveIntegerField()
    port = models.PositiveIntegerField(default=0)
    version = models.CharField(max_length=40)
    started_at = models.DateTimeField(default=timezone.now)
    beat_at = models.DateTimeField(default=timezone.now, db_index=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    memory = models.PositiveBigIntegerField(default=0)  # bytes that are its alone, and in use
    figures = models.JSONField(default=list)  # what it has counted so far: name, labels, value
    counted = models.JSONField(default=dict)  # how much of that is in samples already
    slow = models.JSONField(default=list)
    errors = models.JSONField(default=list)

    class Meta:
        verbose_name = _("process")
        verbose_name_plural = _("processes")
        ordering = ["kind", "host", "port", "pid"]

    def __str__(self) -> str:
        return self.key
