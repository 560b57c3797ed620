"""The history of a match: every entry, and the facts that followed from it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

# Keys of what moderators enter begin so; no browser's key does.
BY_STAFF = "house."


class PlayedMove(models.Model):
    """Entry number n of a match: a move, or the undo of the latest ones. Written once, never changed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    # The move as a record has it, `[1, "bid", 3]`; an undo is `[1, "undo", 2]`: the seat took back two moves.
    entry = models.JSONField()
    events = models.JSONField()
    # A seat that sends the same move twice with the same key gets the stored answer.
    key = models.CharField(max_length=64, blank=True)
    by_ai = models.BooleanField(default=False)
    # Nothing else was possible, whoever answered. A forced pass tells of a purse: `games.table.log` knows who reads it.
    forced = models.BooleanField(default=False)
    # What its owner had ordered beforehand. Nobody else is told before the end: `games.table.log` knows who reads it.
    by_order = models.BooleanField(default=False, db_default=False)
    # Why an AI played it: kept for the analysis, shown to nobody before the end.
    why = models.JSONField(null=True, editable=False)
    played_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="move_number_once"),
            models.UniqueConstraint(fields=["match", "seat", "key"], condition=~models.Q(key=""), name="move_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match} #{self.number}"

    @property
    def is_undo(self) -> bool:
        return bool(self.entry[1] == "undo")

    @property
    def is_by_staff(self) -> bool:
        """Whether moderators entered it."""
        return self.key.startswith(BY_STAFF)
