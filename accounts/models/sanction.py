"""What moderators impose on somebody, and the one appeal against it."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_NAME

LONGEST_WORDS = 2_000


class SanctionQuerySet(models.QuerySet["Sanction"]):
    """Sanctions by what they do now."""

    def in_force(self, at: datetime | None = None) -> "SanctionQuerySet":
        """Return those that were neither lifted nor have ended: they end by themselves, nobody has to sweep them."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=at or timezone.now()), lifted_at=None)


class Sanction(models.Model):
    """One measure against one person. It is written once; afterwards it can only be read, lifted or end."""

    class Kind(models.TextChoices):
        """From a word to a ban."""

        WARNING = "warning", _("Warning")
        MUTE = "mute", _("Chat ban")
        UNRATED = "unrated", _("No rated play")
        RENAME = "rename", _("Another name")
        SUSPENSION = "suspension", _("Suspension")
        BAN = "ban", _("Ban")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions", db_index=False)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    # The reason is for staff, the message for the person.
    reason = models.TextField(_("reason"), max_length=LONGEST_WORDS)
    message = models.TextField(_("message to the person"), max_length=LONGEST_WORDS)
    old_name = models.CharField(_("name before"), max_length=LONGEST_NAME, blank=True)
    new_name = models.CharField(_("name since"), max_length=LONGEST_NAME, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("since"), default=timezone.now)
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    seen_at = models.DateTimeField(_("read"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["user", "-id"], name="sanction_of_person")]
        default_permissions = ("view",)
        permissions = [
            ("mute_user", "Can mute people"),
            ("sanction_user", "Can impose every sanction"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} / {self.user}"

    @property
    def is_in_force(self) -> bool:
        """Whether it still does what it says."""
        return self.lifted_at is None and (self.ends_at is None or self.ends_at > timezone.now())

    @property
    def is_ban(self) -> bool:
        """Whether the person may enter nothing but the page that says so."""
        return self.kind in BANS


# A suspension is a ban that ends; both bar from everything but the page about it.
BANS = (Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)


class Appeal(models.Model):
    """What somebody says against a sanction: once, and it is answered."""

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal")
    text = models.TextField(_("appeal"), max_length=LONGEST_WORDS)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    answer = models.TextField(_("answer"), max_length=LONGEST_WORDS, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    granted = models.BooleanField(_("granted"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)
        permissions = [("answer_appeal", "Can answer appeals")]

    def __str__(self) -> str:
        return f"{self.sanction}"
