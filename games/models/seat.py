"""A chair at a table: free, or taken by a person or an AI."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ai.levels import STAND_IN_LEVEL
from games.models.match import Match


class Seat(models.Model):
    """Seats exist, numbered clockwise from 0, as long as their table does."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    ai_level = models.CharField(max_length=32, blank=True)
    studio = models.PositiveSmallIntegerField(null=True, blank=True)
    ready = models.BooleanField(default=False)
    taken_at = models.DateTimeField(null=True, blank=True)
    # An AI plays for a person who let a deadline pass, until they are back; for one who gave the seat up, to the end.
    stood_in_since = models.DateTimeField(null=True, blank=True)
    conceded_at = models.DateTimeField(null=True, blank=True)
    # What is left of the seat's bank of time, and how often it ran out of time.
    bank_seconds = models.PositiveIntegerField(default=0)
    time_outs = models.PositiveSmallIntegerField(default=0)
    # The newest entry its owner has seen, when they last looked, and how many hints they took.
    seen_number = models.PositiveIntegerField(default=0)
    looked_at = models.DateTimeField(null=True, blank=True)
    hints_taken = models.PositiveSmallIntegerField(default=0)
    # The hint they took last: for which entry, how much of it, and the thought it comes from.
    hint = models.JSONField(null=True, editable=False)
    score = models.SmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_one_for_a_person"),
            models.UniqueConstraint(fields=["match", "studio"], name="seat_studio_once"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(ai_level=""), name="seat_person_or_ai"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.ai_level

    @property
    def brain_level(self) -> str:
        """The level of the AI that answers for this seat now; empty where a person does."""
        is_away = self.stood_in_since is not None or self.conceded_at is not None
        return self.ai_level or (STAND_IN_LEVEL if is_away else "")

    @property
    def controller(self) -> str:
        """As a match record has it."""
        return f"ai:{self.ai_level}" if self.ai_level else "human"
