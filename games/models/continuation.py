"""Where a match comes from that goes on from a position of another one."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.imported_record import ImportedRecord
from games.models.match import Match


class Continuation(models.Model):
    """The position a match began with, and what had become of that seat in the end."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="continuation")
    source = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="continued_by")
    imported = models.ForeignKey(ImportedRecord, models.SET_NULL, null=True, related_name="continued_by")
    number = models.PositiveIntegerField()  # the entry of the source after which it goes on
    seat = models.PositiveSmallIntegerField()
    # Nothing where the record stops before the end.
    then_score = models.SmallIntegerField(null=True)
    then_place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("continuation")
        verbose_name_plural = _("continuations")

    def __str__(self) -> str:
        return f"{self.match_id} from {self.source_id or self.imported_id} / {self.number}"
