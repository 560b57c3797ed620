"""A round of a tournament: its tables, and who sits where."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import new_secret
from games.models.match import Match
from games.models.tournament import Entrant, Tournament


class TournamentRound(models.Model):
    """Paired as soon as the one before it is over, played when its time has come."""

    class Status(models.TextChoices):
        """How far it is."""

        PLANNED = "planned", _("Paired")
        RUNNING = "running", _("In play")
        OVER = "over", _("Over")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="round_set", db_index=False)
    number = models.PositiveSmallIntegerField()
    season = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLANNED)
    starts_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, editable=False)
    # Of duplicate deals: what every table of the round is dealt from.
    secret = models.BinaryField(max_length=32, default=new_secret)

    class Meta:
        verbose_name = _("tournament round")
        verbose_name_plural = _("tournament rounds")
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]
        indexes = [
            models.Index(fields=["starts_at"], name="round_to_go_on", condition=~models.Q(status="over")),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} #{self.number}"

    @property
    def is_planned(self) -> bool:
        return self.status == TournamentRound.Status.PLANNED

    @property
    def is_running(self) -> bool:
        return self.status == TournamentRound.Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == TournamentRound.Status.OVER


class RoundTable(models.Model):
    """A table of a round; its match begins with the round."""

    round = models.ForeignKey(TournamentRound, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()  # from 1, shown as a letter
    division = models.PositiveSmallIntegerField(default=0)  # of a league, from 1
    match = models.OneToOneField(Match, models.PROTECT, null=True, editable=False, related_name="tournament_table")

    class Meta:
        verbose_name = _("tournament table")
        verbose_name_plural = _("tournament tables")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="round_table_number_once")]

    def __str__(self) -> str:
        return f"{self.round} / {self.letter}"

    @property
    def letter(self) -> str:
        """A to Z, then A2, B2 and so on."""
        turn, place = divmod(self.number - 1, 26)
        return chr(ord("A") + place) + (str(turn + 1) if turn else "")


class RoundSeat(models.Model):
    """A seat of a round: somebody's or an AI's at a table, or at none for whoever has a bye."""

    round = models.ForeignKey(TournamentRound, models.CASCADE, related_name="seats", db_index=False)
    table = models.ForeignKey(RoundTable, models.CASCADE, null=True, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(default=0)
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="round_seats")
    # What came of it, once that is known: twice the points, so that a half is a whole number.
    half_points = models.PositiveSmallIntegerField(null=True)
    score = models.SmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    was_absent = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("tournament seat")
        verbose_name_plural = _("tournament seats")
        ordering = ["round", "table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="round_seat_number_once"),
            models.UniqueConstraint(fields=["round", "entrant"], name="round_seat_once_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.table_id or 'bye'} / {self.number}"

    @property
    def is_bye(self) -> bool:
        return self.table_id is None
