"""A chair at a table: free, or taken by a person or an AI."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.ai.levels import STAND_IN_LEVEL
from games.models.match import Match

# A result is its person's as long as an AI made no more than one in so many of their decisions. A match asks everybody
# about 60 times in four quarters: a third is more than a whole quarter. A night or a lost connection costs less than
# that; whoever was away for longer was not the one who won.
AI_SHARE: Final = 3
# Who left for good, let an AI decide more than its share, or came as a substitute; the same question as `Seat.absence`
# asks.
ABSENT: Final = (
    Q(conceded_at__isnull=False) | Q(taken_over_at__isnull=False) | Q(decisions__lt=F("decisions_by_ai") * AI_SHARE)
)
# A win that counts as one: nobody has it who was absent.
WON: Final = Q(place=1) & ~ABSENT


class Seat(models.Model):
    """Seats exist, numbered clockwise from 0, as long as their table does."""

    class Absence(models.TextChoices):
        """How somebody was away from a match, so that its result is not theirs."""

        LEFT = "left", _("left the match")
        STOOD_IN = "stood_in", _("the AI stood in")
        SUBSTITUTE = "substitute", _("came as a substitute")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    ai_level = models.CharField(max_length=32, blank=True)
    studio = models.PositiveSmallIntegerField(null=True, blank=True)
    ready = models.BooleanField(default=False)
    taken_at = models.DateTimeField(null=True, blank=True)
    # An AI plays for a person who let a deadline pass, until they are back; for one who gave the seat up, to the end.
    stood_in_since = models.DateTimeField(null=True, blank=True)
    conceded_at = models.DateTimeField(null=True, blank=True)
    # From when on a seat whose person stays away is there for a substitute, and whether everybody has been told so.
    offer_at = models.DateTimeField(null=True, blank=True)
    is_offered = models.BooleanField(default=False, db_default=False)
    # When a substitute took it over, whose it was when the match began, and how often these decided themselves.
    taken_over_at = models.DateTimeField(null=True, blank=True)
    began_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="begun_seats"
    )
    decided_before = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    # What is left of the seat's bank of time, and how often it ran out of time.
    bank_seconds = models.PositiveIntegerField(default=0)
    time_outs = models.PositiveSmallIntegerField(default=0)
    # The newest entry its owner has seen, when they last looked, and how many hints they took.
    seen_number = models.PositiveIntegerField(default=0)
    looked_at = models.DateTimeField(null=True, blank=True)
    hints_taken = models.PositiveSmallIntegerField(default=0)
    # The hint they took last: for which entry, how much of it, and the thought it comes from.
    hint = models.JSONField(null=True, editable=False)
    # How often the seat decided in a match that is over, and how often an AI did so for it, or an order of its own;
    # and about how long the others would have waited for what was ordered.
    decisions = models.PositiveSmallIntegerField(default=0, editable=False)
    decisions_by_ai = models.PositiveSmallIntegerField(default=0, editable=False)
    decisions_by_order = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    saved_seconds = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    score = models.SmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "number"]
        indexes = [models.Index(fields=["offer_at"], name="seat_offer", condition=Q(offer_at__isnull=False))]
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
    def absence(self) -> str:
        """How its person was away from a match that is over; empty where the result is theirs."""
        if self.user_id is None or self.place is None:
            return ""
        if self.conceded_at is not None:
            return Seat.Absence.LEFT
        if self.taken_over_at is not None:
            return Seat.Absence.SUBSTITUTE
        return Seat.Absence.STOOD_IN if self.decisions < self.decisions_by_ai * AI_SHARE else ""

    @property
    def rated_user_id(self) -> int | None:
        """Whose result it is for ratings and records: whoever began the match there, though a substitute ends it."""
        return self.began_by_id or self.user_id

    @property
    def controller(self) -> str:
        """As a match record has it."""
        return f"ai:{self.ai_level}" if self.ai_level else "human"
