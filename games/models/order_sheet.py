"""What a seat has ordered beforehand: in a table of its own, and seen by nobody but its owner."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.orders.record import from_json, to_json
from games.orders.values import Orders


class OrderSheet(models.Model):
    """All orders of one seat in one match. It is in no admin: what stands here is as secret as what somebody thinks."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="order_sheets", db_index=False)
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()
    # Counts the edits: one that was made on an older page changes nothing. A retry is known by its key.
    number = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("order sheet")
        verbose_name_plural = _("order sheets")
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="order_sheet_one_for_a_seat")]

    def __str__(self) -> str:
        # What is ordered stays out of lists and logs.
        return f"{self.match_id} / {self.seat}"

    @property
    def orders(self) -> Orders:
        return from_json(self.content)

    @orders.setter
    def orders(self, orders: Orders) -> None:
        self.content = to_json(orders)
