"""What people say after a match."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Thanks(models.Model):
    """One player thanks another for a match that is over: once, and for good."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="thanks", db_index=False)
    giver = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="thanks_given")
    receiver = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="thanks_received")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("thanks")
        verbose_name_plural = _("thanks")
        constraints = [
            models.UniqueConstraint(fields=["match", "giver", "receiver"], name="thanks_once"),
            models.CheckConstraint(condition=~Q(giver=F("receiver")), name="thanks_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.giver_id} thanks {self.receiver_id}"
