"""Final tables of seasons."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leaderboard.elo import shown
from leaderboard.models.rating import LONGEST_SLUG


class SeasonStanding(models.Model):
    """A line of the final table of a season: written once when it is over, and kept whatever comes after."""

    ladder = models.CharField(max_length=LONGEST_SLUG)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="season_standings", db_index=False)
    place = models.PositiveIntegerField()
    value = models.IntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("standing of a season")
        verbose_name_plural = _("standings of seasons")
        constraints = [models.UniqueConstraint(fields=["user", "ladder"], name="standing_once_a_season")]
        indexes = [models.Index(fields=["ladder", "-value", "user", "matches"], name="standing_by_value")]

    def __str__(self) -> str:
        return f"{self.ladder} {self.place}: {self.user}"

    @property
    def shown(self) -> int:
        return shown(self.value)
