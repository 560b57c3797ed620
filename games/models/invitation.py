"""An invitation of one person to one table."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Invitation(models.Model):
    """Asked once; the answer stays. Who was sent away has one too: it keeps them from coming back."""

    class Status(models.TextChoices):
        """What became of it."""

        PENDING = "pending", _("Not answered yet")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        BARRED = "barred", _("Sent away")

    match = models.ForeignKey(Match, models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invitation_once_a_person")]

    def __str__(self) -> str:
        return f"{self.match} → {self.user}"
