"""What has been counted: a row for each finished match, and the book that only one hand writes at a time."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Match


class Ledger(models.Model):
    """One row: whoever changes ratings locks it, so that matches are counted one after the other."""

    # Final tables have been written of every season that ended until then.
    closed_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("ledger")
        verbose_name_plural = _("ledgers")

    def __str__(self) -> str:
        return "ledger"

    @classmethod
    def lock(cls) -> "Ledger":
        """Wait until nobody else writes; the caller is in a transaction."""
        cls.objects.get_or_create(pk=1)
        return cls.objects.select_for_update().get(pk=1)


class Tally(models.Model):
    """What has become of one match's result: remembered for the records, counted in the ratings."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    ended_at = models.DateTimeField()
    is_remembered = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=False)
    # How strong the AI levels at the table were held to be when it was first counted, in thousandths of a point: a
    # level that is measured anew changes nothing that has been played.
    anchors = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        indexes = [
            models.Index(fields=["ended_at", "match"], name="tally_rated", condition=models.Q(is_rated=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}"
