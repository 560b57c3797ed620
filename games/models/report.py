"""What people report to moderators."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.chat_line import ChatLine
from games.models.match import Match

LONGEST_REPORT = 1_000


class Report(models.Model):
    """A complaint about a person, a line of talk or a match, with what stood around it when it was made.

    The site itself makes some, about patterns in rated matches: nobody reported them, and nobody is answered.
    """

    class Kind(models.TextChoices):
        """What is wrong."""

        ABUSE = "abuse", _("Insults or harassment")
        STALLING = "stalling", _("Playing slowly on purpose, or giving up")
        COLLUSION = "collusion", _("Playing together against the others")
        ACCOUNTS = "accounts", _("Several accounts of one person")
        PROGRAM = "program", _("Playing with the help of a program")
        NAME = "name", _("An offensive name or text")

    class Outcome(models.TextChoices):
        """What came of it."""

        NOTHING = "nothing", _("Nothing to do")
        WARNED = "warned", _("Warned")
        SANCTIONED = "sanctioned", _("Sanctioned")
        TENDED = "tended", _("The match or the talk was put right")
        SAME = "same", _("Dealt with in another report")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="reports_made", db_index=False
    )
    # What it is about may go (a guest, a line of somebody who left); what was kept of it stays.
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports")
    # The other one, where it is about two together.
    also_about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="reports")
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, related_name="reports")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    # What the site saw, `feeding/12/57`; empty for what people report.
    pattern = models.CharField(max_length=64, blank=True, editable=False)
    words = models.TextField(_("what happened"), max_length=LONGEST_REPORT, blank=True)
    context = models.JSONField(_("kept with it"), default=dict)
    made_at = models.DateTimeField(_("reported"), default=timezone.now)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.TextField(_("note for the team"), max_length=LONGEST_REPORT, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(_("answer to the reporter"), max_length=LONGEST_REPORT, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True)
    answer_seen_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        permissions = [("work_report", "Can claim, note, close and answer reports")]
        indexes = [
            models.Index(fields=["made_at"], name="report_open", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["reporter", "-made_at"], name="report_by_reporter"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["pattern"],
                condition=~Q(pattern="") & Q(closed_at__isnull=True),
                name="report_one_open_a_pattern",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.get_kind_display()}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None
