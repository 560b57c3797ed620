"""How far the guide has come with one person."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Guide(models.Model):
    """It accompanies a person at one table at a time, and remembers what it has explained."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="guide")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="guides")
    is_on = models.BooleanField(default=True)
    read = models.JSONField(default=list)  # ids of lessons, in the order in which they were read
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("guide")
        verbose_name_plural = _("guides")

    def __str__(self) -> str:
        return str(self.user)
