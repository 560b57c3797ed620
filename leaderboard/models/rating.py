"""Ratings: where everybody stands now, and every step on the way there."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Match
from leaderboard.elo import NEWCOMER_MATCHES, shown
from leaderboard.ladders import SEASON_MARK
from leaderboard.rating import LAST

LONGEST_SLUG = 100


class Rating(models.Model):
    """Where one person stands on one ladder, in thousandths of a point. It follows from the changes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    ladder = models.CharField(max_length=LONGEST_SLUG)
    value = models.IntegerField()
    matches = models.PositiveIntegerField()
    # Whoever has no public page stands in no table either.
    is_listed = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "ladder"], name="rating_once_a_ladder")]
        indexes = [
            models.Index(
                fields=["ladder", "-value", "user", "matches", "is_listed"],
                name="rating_by_value",
                condition=models.Q(is_listed=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.ladder}: {self.shown}"

    @property
    def shown(self) -> int:
        return shown(self.value)

    @property
    def is_provisional(self) -> bool:
        """Whether it stands on few matches; in a season everybody's does."""
        return self.matches < NEWCOMER_MATCHES and SEASON_MARK not in self.ladder


class RatingChange(models.Model):
    """What one match did to one person on one ladder. Only a recomputation takes it away."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes", db_index=False)
    ladder = models.CharField(max_length=LONGEST_SLUG)
    ended_at = models.DateTimeField()
    number = models.PositiveIntegerField()  # the how-manieth match of this person on this ladder it was
    standing = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    before = models.IntegerField()
    after = models.IntegerField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [models.UniqueConstraint(fields=["match", "user", "ladder"], name="change_once_a_match")]
        indexes = [
            models.Index(fields=["user", "ladder", "-number"], name="change_by_person"),
            models.Index(fields=["ended_at", "match"], name="change_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.ladder} #{self.number}: {self.difference:+}"

    @property
    def shown(self) -> int:
        return shown(self.after)

    @property
    def is_last(self) -> bool:
        """Whether they were rated as last because they left or let the AI decide."""
        return self.standing == LAST

    @property
    def difference(self) -> int:
        """In whole points, so that what is shown before and after adds up."""
        return shown(self.after) - shown(self.before)
