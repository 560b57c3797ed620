"""What happens at a table besides moves."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class TableEvent(models.Model):
    """A fact for the log that is no move: it stands after the entry that was the latest then. Written once.

    Each kind has a sentence of the same name in templates/games/table_events/.
    """

    class Kind(models.TextChoices):
        """What happened."""

        AWAY = "away", _("away")
        BACK = "back", _("back")
        CONCEDED = "conceded", _("seat given up")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("goes on")
        # What the people at the table ask and answer each other.
        PAUSE_ASKED = "pause_asked", _("asked for a pause")
        END_ASKED = "end_asked", _("asked for an end without a result")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        CALLED_OFF = "called_off", _("ended by agreement")
        # A seat whose person stays away.
        OFFERED = "offered", _("seat offered")
        SUBSTITUTED = "substituted", _("seat taken over by a substitute")
        # What moderators do.
        TAKEN_OVER = "taken_over", _("seat given to an AI")
        TAKEN_BACK = "taken_back", _("moves taken back")
        ENDED = "ended", _("ended without a result")
        VOIDED = "voided", _("does not count")
        COUNTED = "counted", _("counts again")
        SET_ASIDE = "set_aside", _("set aside")
        TAKEN_UP = "taken_up", _("taken up again")

    match = models.ForeignKey(Match, models.CASCADE, related_name="table_events", db_index=False)
    after_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)  # whom it concerns, where it is not the whole table
    # Whose seat it was until a substitute took it over: who owned it when is told by these.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.CharField(max_length=300, blank=True)  # a reason, for everybody to read
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("table event")
        verbose_name_plural = _("table events")
        ordering = ["match", "pk"]
        indexes = [models.Index(fields=["match", "after_number"], name="table_event_by_place")]

    def __str__(self) -> str:
        return f"{self.match} #{self.after_number} {self.kind}"
