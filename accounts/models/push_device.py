"""Browsers that show what happens though no page of ours is open."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_ENDPOINT = 1_000


class PushDevice(models.Model):
    """One browser of one person, as it subscribed to Web Push: where to send, and the keys that only it can read by."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    user_agent = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("device with push notifications")
        verbose_name_plural = _("devices with push notifications")
        default_permissions = ()

    def __str__(self) -> str:
        return self.user_agent
