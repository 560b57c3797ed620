"""Whom somebody follows."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """One person wants to see where another plays. It opens no door: they see what everybody may."""

    follower = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows", db_index=False)
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_by")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="follow_another"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"
