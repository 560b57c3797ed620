"""People."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class CaselessUserManager(UserManager["User"]):
    """Finds people by name however they spell it: Ada and ada are one person."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find whoever logs in under this name."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A person with an account; guests have no e-mail address, all others one of their own."""

    # Django's first and last name: nobody here is asked for them.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[CaselessUserManager] = CaselessUserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_unique_without_case"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="email_unique_without_case"),
        ]

    def get_full_name(self) -> str:
        """Give the name the site shows."""
        return self.username

    def get_short_name(self) -> str:
        """Give the name the site shows."""
        return self.username
