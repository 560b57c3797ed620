"""What people say at a table."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

LONGEST_LINE = 300


class ChatLine(models.Model):
    """One line of plain text. Whoever plays speaks to all; whoever looks on speaks to those who look on."""

    class Audience(models.TextChoices):
        """Among whom it was said."""

        SEATS = "seats", _("Players")
        SPECTATORS = "spectators", _("Spectators")

    match = models.ForeignKey(Match, models.CASCADE, related_name="chat_lines", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_lines", db_index=False)
    audience = models.CharField(max_length=10, choices=Audience)
    text = models.CharField(max_length=LONGEST_LINE)
    removed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("lines of talk")
        default_permissions = ("view",)
        permissions = [("remove_line", "Can remove lines of talk")]
        indexes = [
            models.Index(fields=["match", "-id"], name="line_latest"),
            models.Index(fields=["author", "-created_at"], name="line_by_author"),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.author}"
