"""What the site has to say to everybody."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _


class Announcement(models.Model):
    """A few words on every page, from one moment to another."""

    class Level(models.TextChoices):
        """How loudly."""

        INFO = "info", _("News")
        WARNING = "warning", pgettext_lazy("how loud an announcement is", "Warning")

    texts = models.JSONField(_("texts"))  # by language
    level = models.CharField(_("level"), max_length=8, choices=Level, default=Level.INFO)
    begins_at = models.DateTimeField(_("from"), default=timezone.now)
    ends_at = models.DateTimeField(_("until"), db_index=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-begins_at"]
        constraints = [models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="announcement_ends_later")]

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """In the reader's language."""
        return str(self.texts.get(get_language()) or self.texts[settings.LANGUAGE_CODE])
