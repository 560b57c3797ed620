"""The secret address of somebody's calendar."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_calendar_token() -> str:
    """192 random bits for an address that cannot be guessed."""
    return secrets.token_urlsafe(24)


class CalendarAddress(models.Model):
    """Whoever knows the token reads the calendar: a calendar program has no session. It can be made anew."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_address")
    token = models.CharField(max_length=32, unique=True, default=new_calendar_token)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
