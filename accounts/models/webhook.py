"""Other services to which somebody has their notices sent."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

LONGEST_URL = 500
SEED_LENGTH = 32


def draw_seed() -> str:
    return get_random_string(SEED_LENGTH)


class Webhook(models.Model):
    """One address of one person. What we sign with follows from the seed and the site's key: it is stored nowhere."""

    class Style(models.TextChoices):
        """How the service wants to be spoken to."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("Any program (signed JSON)")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    style = models.CharField(max_length=8, choices=Style)
    url = models.CharField(max_length=LONGEST_URL)
    seed = models.CharField(max_length=SEED_LENGTH, default=draw_seed, editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    # How often in a row nothing came through; after many it is sent nothing more.
    failures = models.PositiveSmallIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        default_permissions = ()

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """All of the address that may be shown: whoever knows the rest can write there."""
        return urlsplit(self.url).hostname or ""

    @property
    def secret(self) -> str:
        """What the receiver checks our signature with."""
        return salted_hmac("accounts.webhook", self.seed, algorithm="sha256").hexdigest()
