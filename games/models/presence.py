"""Who has a table open."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Presence(models.Model):
    """One open page of a table. It is refreshed while it lives, so that a page whose server died fades away."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    connection = models.CharField(max_length=120, unique=True)
    seen_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return f"{self.match} / {self.user or self.connection}"
