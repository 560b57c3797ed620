"""Work that nobody waits for, as rows that are their own queue."""

from typing import Final

from django.db import models

# Whose process has ended so often before it was done will not be done by another one.
MOST_TRIES: Final = 5


class DueWork(models.Model):
    """A row that is due until a process in the background has done it; games/due_work.py has them done.

    Who works on it takes it until `claimed_until`, so that a killed process delays it only; and counts in `tries`, so
    that a row that kills every process which takes it up has an end.
    """

    class Status(models.TextChoices):
        """How far it is; whoever has other good ends keeps the words for what is due and what failed."""

        DUE = "due"
        DONE = "done"
        FAILED = "failed"

    status = models.CharField(max_length=8, choices=Status, default=Status.DUE)
    claimed_until = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        abstract = True

    @property
    def is_given_up(self) -> bool:
        """Whether it was begun again and again, and never came to any end."""
        return self.status == self.Status.FAILED and self.tries >= MOST_TRIES
