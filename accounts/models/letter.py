"""What people are told: by mail, on their devices, by webhook, and under the bell."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """One event that one person is told of, written together with what causes it.

    The row is the queue: it is worded only when it goes out, in the reader's language, and if it is still wanted.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="letters", db_index=False)
    kind = models.CharField(max_length=32)  # who words it: see accounts/mail/services.py
    event = models.CharField(max_length=80)  # what it is about: nobody hears of the same event twice
    about = models.JSONField(default=dict)  # numbers that whoever words it needs; never a secret
    written_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    held_since = models.DateTimeField(null=True, blank=True)  # since when it waits for nothing but the mail server
    told = models.TextField(default="", db_default="", blank=True)  # where it went, so that nobody gets it there twice
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)  # no longer wanted, or given up
    read_at = models.DateTimeField(null=True, blank=True)  # under the bell

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        constraints = [models.UniqueConstraint(fields=["user", "event"], name="letter_one_for_an_event")]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="letter_due",
                condition=models.Q(sent_at__isnull=True, dropped_at__isnull=True),
            ),
            models.Index(fields=["user"], name="letter_unread", condition=models.Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} / {self.user_id} / {self.event}"
