"""What is remembered of each person's part in each finished match, so that no page has to read old states."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Match


class Appearance(models.Model):
    """One person in one match that was played to the end, rated or not."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="appearances", db_index=False)
    ended_at = models.DateTimeField()
    edition_id = models.CharField(max_length=64)
    pace = models.CharField(max_length=8)
    seats = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()  # how many seats were people's
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField()  # 1 for who began, 2 for the next clockwise
    place = models.PositiveSmallIntegerField()
    score = models.SmallIntegerField()
    lead = models.SmallIntegerField()  # over the best of the others; below 0 for who had less
    money = models.SmallIntegerField()
    awards = models.PositiveSmallIntegerField()
    genres = models.PositiveSmallIntegerField()  # how many different ones
    best_marker = models.SmallIntegerField()
    # [screenplay, genre, marker's name, total] of each movie, and how many answers came within each time of TIMES.
    movies = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    time_outs = models.PositiveSmallIntegerField()
    has_quit = models.BooleanField(default=False)
    was_away = models.BooleanField(default=False)  # an AI decided more than its share for them

    class Meta:
        verbose_name = _("appearance")
        verbose_name_plural = _("appearances")
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="appearance_once_a_match")]
        indexes = [models.Index(fields=["user", "-ended_at"], name="appearance_latest")]

    def __str__(self) -> str:
        return f"{self.user} / {self.match_id}"

    @property
    def was_there(self) -> bool:
        """As `leaderboard.trophies.WAS_THERE` asks the database."""
        return not self.has_quit and not self.was_away

    @property
    def has_won(self) -> bool:
        """As `leaderboard.trophies.WON` does."""
        return self.place == 1 and self.was_there
