"""A tournament, and who takes part in it."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import MAX_SEATS, Match


class Tournament(models.Model):
    """Rounds of matches among the same people. Only `games.tournaments.services` writes it."""

    class Form(models.TextChoices):
        """What is compared, and who meets whom."""

        DUPLICATE = "duplicate", _("Duplicate deals")
        SWISS = "swiss", _("Swiss system")
        LEAGUE = "league", _("League")

    class Status(models.TextChoices):
        """Where it is in its life."""

        OPEN = "open", _("Open for entries")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        CALLED_OFF = "called_off", _("Called off")

    name = models.CharField(max_length=60)
    about = models.TextField(max_length=600, blank=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_tournaments")
    form = models.CharField(max_length=12, choices=Form)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    by_invitation = models.BooleanField(default=False)
    size = models.PositiveSmallIntegerField(default=16)  # so many may take part

    edition_id = models.CharField(max_length=64)
    seats = models.PositiveSmallIntegerField(default=4)
    pace = models.CharField(max_length=8, choices=Match.Pace, default=Match.Pace.LIVE)
    decision_seconds = models.PositiveIntegerField(default=90)
    rated = models.BooleanField(default=False)

    starts_at = models.DateTimeField()
    rounds = models.PositiveSmallIntegerField(default=4)  # of a league: in each season
    pause_seconds = models.PositiveIntegerField(default=600)  # from the end of a round to the next one
    # Of a league: how many seasons it has, how many people a division, and how many go up and down after a season.
    seasons = models.PositiveSmallIntegerField(default=1)
    division_size = models.PositiveSmallIntegerField(default=8)
    movers = models.PositiveSmallIntegerField(default=2)

    created_at = models.DateTimeField(default=timezone.now)
    announced_at = models.DateTimeField(
        null=True, editable=False
    )  # when its people were told that it is about to begin
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    bank_seconds = 0  # nobody has more than the time for a decision, and at live tables the usual bank

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["status", "starts_at"], name="tournament_by_status")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seats__gte=2, seats__lte=MAX_SEATS), name="tournament_2_to_5_seats"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the tournament's page."""
        return reverse("tournament", args=[self.pk])

    @property
    def is_duplicate(self) -> bool:
        return self.form == Tournament.Form.DUPLICATE

    @property
    def is_league(self) -> bool:
        return self.form == Tournament.Form.LEAGUE

    @property
    def is_open(self) -> bool:
        return self.status == Tournament.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == Tournament.Status.RUNNING

    @property
    def is_under_way(self) -> bool:
        """Whether something can still come of it."""
        return self.is_open or self.is_running

    @property
    def all_rounds(self) -> int:
        """How many rounds there are from the beginning to the end."""
        return self.rounds * self.seasons if self.is_league else self.rounds

    def season_of(self, number: int) -> int:
        """Return the season that a round belongs to; what is no league has one."""
        return (number - 1) // self.rounds + 1 if self.is_league else 1


class Entrant(models.Model):
    """Somebody who takes part, was asked to, or did."""

    class Status(models.TextChoices):
        """Whether they are in."""

        INVITED = "invited", _("Invited")
        ENTERED = "entered", _("Takes part")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DISQUALIFIED = "disqualified", _("Disqualified")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    status = models.CharField(max_length=12, choices=Status, default=Status.ENTERED)
    lot = models.PositiveIntegerField(default=0, editable=False)  # drawn at the start: what settles the last tie
    # Whoever was not there is not paired again before they say that they are back.
    is_away = models.BooleanField(default=False)
    entered_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, editable=False)  # when they last looked at the tournament's page
    note = models.CharField(max_length=200, blank=True)  # why somebody was disqualified

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="entrant_once_a_person")]

    def __str__(self) -> str:
        return f"{self.tournament} / {self.user}"

    @property
    def is_in(self) -> bool:
        return self.status == Entrant.Status.ENTERED


class LeaguePlace(models.Model):
    """In which division somebody plays a season: written once, when the season begins."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="league_places", db_index=False)
    season = models.PositiveSmallIntegerField()
    division = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("league place")
        verbose_name_plural = _("league places")
        constraints = [models.UniqueConstraint(fields=["entrant", "season"], name="league_place_once_a_season")]

    def __str__(self) -> str:
        return f"{self.entrant} / {self.season} / {self.division}"
