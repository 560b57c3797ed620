"""People who play together again and again."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PlayerGroup(models.Model):
    """A group of players, with a page of its own: members, their ladder, their tables."""

    class Entry(models.TextChoices):
        """Who becomes a member."""

        OPEN = "open", _("Everybody who wants to")
        ASKED = "asked", _("On request")

    name = models.CharField(_("name"), max_length=40, unique=True)
    name_key = models.CharField(max_length=160, unique=True, editable=False)  # names that look alike are one
    slug = models.SlugField(max_length=60, unique=True, allow_unicode=True)
    about = models.TextField(_("about the group"), max_length=600, blank=True)
    entry = models.CharField(_("who can join"), max_length=8, choices=Entry, default=Entry.OPEN)
    made_at = models.DateTimeField(default=timezone.now)
    members: models.ManyToManyField = models.ManyToManyField(  # type: ignore[type-arg]
        settings.AUTH_USER_MODEL, through="Membership", related_name="player_groups"
    )

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the group's page."""
        return reverse("group", args=[self.slug])


class Membership(models.Model):
    """Somebody belongs to a group, leads it, or has asked to be let in."""

    class Role(models.TextChoices):
        """What a member is."""

        ASKING = "asking"
        MEMBER = "member"
        LEADER = "leader"

    group = models.ForeignKey(PlayerGroup, models.CASCADE, related_name="memberships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["group", "user"], name="membership_once"),
            models.UniqueConstraint(fields=["group"], condition=Q(role="leader"), name="membership_one_leader"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.group_id}"
