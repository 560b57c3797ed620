"""The trace: what staff did, for ever."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Unchangeable(TypeError):
    """What was done cannot be made undone by writing it otherwise."""


class StaffActQuerySet(models.QuerySet["StaffAct"]):
    """Reads, and nothing else; the database refuses what slips by here."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise Unchangeable

    def delete(self) -> NoReturn:
        raise Unchangeable


class StaffAct(models.Model):
    """One act: who, when, what, to whom, before and after, and why. Only ever added."""

    # Rows of people come and go (guests are swept away); the trace stays as it is, so the database ties it to nobody.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False, db_index=False, related_name="acts"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, db_constraint=False, db_index=False, related_name="+"
    )
    verb = models.CharField(_("act"), max_length=40, db_index=True)
    target = models.CharField(_("at"), max_length=60, blank=True)  # "games.match/17"
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    why = models.TextField(_("why"))
    at = models.DateTimeField(_("when"), default=timezone.now)

    objects = StaffActQuerySet.as_manager()

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        ordering = ["-pk"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["target", "-id"], name="act_at_target"),
            models.Index(fields=["actor", "-id"], name="act_of_actor"),
            models.Index(fields=["person", "-id"], name="act_about_person"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.target}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only ever added."""
        if not self._state.adding:
            raise Unchangeable
        super().save(*args, force_insert=True)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unchangeable
