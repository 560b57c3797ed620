"""What a program shows to act for its owner."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A token by which a program acts for somebody; only its hash is kept, so nobody can read it here."""

    class Scope(models.TextChoices):
        """What a token is good for."""

        READ = "read", _("read my tables")
        PLAY = "play", _("play for me")
        TABLES = "tables", _("open, join and leave tables")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.user_id} / {self.name}"

    @property
    def may(self) -> list[str]:
        """What it is good for, in the reader's words."""
        return [str(words) for scope, words in self.Scope.choices if scope in self.scopes]
