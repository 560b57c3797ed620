"""A match record that somebody brought along to watch it."""

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_record_token() -> str:
    """128 random bits for an address that cannot be guessed."""
    return secrets.token_urlsafe(16)


class ImportedRecord(models.Model):
    """A checked record and nothing else: no table, no seats, so that it never counts anywhere."""

    token = models.CharField(max_length=32, unique=True, default=new_record_token)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="imported_records", db_index=False)
    title = models.CharField(max_length=60, blank=True)
    edition_id = models.CharField(max_length=64)
    record = models.JSONField()
    moves = models.PositiveIntegerField()
    finished = models.BooleanField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("imported record")
        verbose_name_plural = _("imported records")
        indexes = [models.Index(fields=["owner", "-created_at"], name="import_by_owner")]

    def __str__(self) -> str:
        return self.title or f"#{self.pk}"

    def get_absolute_url(self) -> str:
        """Return where anybody who has the link can watch it."""
        return reverse("record", args=[self.token])

    @property
    def names(self) -> list[str]:
        """Who played, as the record has it."""
        return [seat["name"] for seat in self.record["seats"]]
