"""What one person wrote down for themselves at one table."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

LONGEST_NOTE = 4_000


class Note(models.Model):
    """Seen by its writer alone."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="note_one_for_a_person")]

    def __str__(self) -> str:
        # The words themselves stay out of lists and logs.
        return f"{self.match} / {self.user}"
