"""The problem of the day, and what people answered."""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.due_work import DueWork
from games.models.match import Match


class DailyProblem(DueWork):
    """A question from a match that is over, one a day, with what only the seat that was asked could know.

    A day that is due is looked for. What comes with the site is named in `shipped`.
    """

    class Status(models.TextChoices):
        """How far it is."""

        DUE = "due", _("being looked for")
        MISSED = "missed", _("nothing was found")
        READY = "ready", _("ready")
        FAILED = "failed", _("the search broke off")

    day = models.DateField(_("day"), unique=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.DUE)
    withdrawn_at = models.DateTimeField(pgettext_lazy("problem", "withdrawn"), null=True)
    kind = models.CharField(_("kind"), max_length=8, blank=True)
    # Public and over when it was chosen; the link is shown as long as that holds.
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="problems")
    number = models.PositiveIntegerField(null=True)  # after so many of its entries
    shipped = models.CharField(max_length=120, blank=True)
    # The view of the seat that is asked, with every purse, which follows from the log.
    position = models.JSONField(null=True, editable=False)
    seat = models.PositiveSmallIntegerField(default=0)
    answers = models.JSONField(default=list, editable=False)  # each with its move and the chance to win with it
    best = models.PositiveSmallIntegerField(default=0)
    played = models.JSONField(default=list, editable=False)  # the move that was made in the match
    lot = models.JSONField(null=True, editable=False)  # what it was worth to whom, in an auction

    class Meta:
        verbose_name = _("problem of the day")
        verbose_name_plural = _("problems of the day")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        """Return where it stays."""
        return reverse("problem", args=[self.day])


def today() -> date:
    """Return the day that it is for problems: the same everywhere in the world."""
    return timezone.now().date()


class ProblemAnswer(models.Model):
    """What somebody answered: once. Whoever has no account is known by a word in their session."""

    problem = models.ForeignKey(DailyProblem, models.CASCADE, related_name="given", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="problem_answers")
    visitor = models.CharField(max_length=32, blank=True)
    choice = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("answer to a problem")
        verbose_name_plural = _("answers to problems")
        indexes = [
            models.Index(fields=["problem", "choice"], name="problem_choices"),
            models.Index(fields=["visitor"], name="problem_visitor", condition=~Q(visitor="")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["problem", "user"], name="problem_answered_once"),
            models.UniqueConstraint(
                fields=["problem", "visitor"], name="problem_answered_once_by_visitor", condition=~Q(visitor="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.problem_id}: {self.choice}"
