"""What staff remember about somebody."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PersonNote(models.Model):
    """A remark of staff for staff."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="staff_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(_("note"), max_length=2_000)
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("note about a person")
        verbose_name_plural = _("notes about people")
        ordering = ["-pk"]
        default_permissions = ("add", "view")

    def __str__(self) -> str:
        return f"{self.user} / {self.author}"
