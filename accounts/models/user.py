"""People."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import lookalike_key
from accounts.models.changes import WritesChanges
from accounts.models.name_key import NameKeyField
from accounts.names import LONGEST_NAME, validate_spelling

# What somebody can be told about, and the switches for doing so by mail.
KINDS: Final = ("my_turn", "reminder", "stand_in", "start", "end", "called_off", "invitations", "mention")
NOTICES: Final = tuple(f"mail_{kind}" for kind in KINDS)


class Theme(models.TextChoices):
    """How bright the site is."""

    AUTO = "auto", _("Same as your device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class CaselessUserManager(UserManager["User"]):
    """Finds people by name however they spell it: Ada and ada are one person."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find whoever logs in under this name."""
        return self.get(name_key=lookalike_key(username or ""))

    def create_superuser(self, username: str, email: str | None = None, *args: Any, **fields: Any) -> "User":
        """Make an administrator; whoever may do that need not prove the address by mail."""
        user = super().create_superuser(username, email, *args, **fields)
        if user.email:
            user.emailaddress_set.create(email=user.email.lower(), verified=True, primary=True)
        return user


def with_key(names: Iterable[str] | None) -> Iterable[str] | None:
    """Add the key to the columns of which the name is one."""
    return {*names, "name_key"} if names is not None and "username" in names else names


class User(WritesChanges, AbstractUser):
    """A person: a guest without e-mail and password, a player with an account, or one who has left."""

    # Django's first and last name: nobody here is asked for them.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(_("name"), max_length=LONGEST_NAME, unique=True, validators=[validate_spelling])
    name_key = NameKeyField(max_length=4 * LONGEST_NAME, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False, db_index=True)
    # Plays by a program: marked wherever it is named, and seated only where the host allows bots.
    is_bot = models.BooleanField(_("bot"), default=False, db_default=False)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)
    left_at = models.DateTimeField(_("left"), null=True, blank=True, editable=False)

    about = models.TextField(_("about you"), max_length=600, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True, choices=settings.LANGUAGES)
    # The zone somebody chose, and the one their browser told of, which holds until they do.
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    browser_zone = models.CharField(max_length=64, blank=True, editable=False)
    theme = models.CharField(_("light or dark"), max_length=8, choices=Theme.choices, default=Theme.AUTO)

    # When their clocks at slow tables stand still: from an hour to an hour of their own day, and at weekends.
    rest_begins = models.PositiveSmallIntegerField(_("rest begins"), null=True, blank=True)
    rest_ends = models.PositiveSmallIntegerField(_("rest ends"), null=True, blank=True)
    rest_weekends = models.BooleanField(_("rest at weekends"), default=False, db_default=False)
    # Their holidays that are not over, from and until when: kept here too, since every deadline asks for them.
    holiday_spans = models.JSONField(default=list, db_default=Value([], models.JSONField()), editable=False)

    # Whether it is worth asking for sanctions: nearly everybody is spared that question.
    under_sanction = models.BooleanField(default=False, editable=False)

    mail_my_turn = models.BooleanField(_("when it is my turn"), default=True)
    mail_invitations = models.BooleanField(_("when somebody invites me"), default=True)
    mail_stand_in = models.BooleanField(_("when the AI takes over for me"), default=True)
    mail_start = models.BooleanField(_("when a match of mine starts"), default=True)
    mail_end = models.BooleanField(_("when a match of mine ends"), default=True)
    mail_called_off = models.BooleanField(_("when a table of mine is called off"), default=True)
    mail_reminder = models.BooleanField(_("when my time is nearly over"), default=True, db_default=True)
    mail_mention = models.BooleanField(_("when somebody mentions me"), default=True, db_default=True)
    # The kinds that go to devices and webhooks, separated by spaces; nothing goes there before there is one.
    push_kinds = models.CharField(max_length=120, blank=True, default="", db_default="")
    hook_kinds = models.CharField(max_length=120, blank=True, default="", db_default="")
    # Hours in which nothing is sent, and the hour of one mail a day in place of all others, in their own zone.
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    digest_hour = models.PositiveSmallIntegerField(null=True, blank=True)

    badge = ""  # what stands beside the name, where a page asked for it by `accounts.people.name_badges`
    emailaddress_set: Any  # allauth's addresses, one confirmed at most

    objects: ClassVar[CaselessUserManager] = CaselessUserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions = [("see_person", "Can open the file of a person")]

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Let the key follow the name also when only the name is written."""
        super().save(*args, update_fields=with_key(update_fields), **kwargs)

    def changed(self) -> set[str]:
        """Name what is not as it was read; the key goes with the name."""
        return set(with_key(super().changed()) or ())

    def get_absolute_url(self) -> str:
        """Lead to the public page."""
        return reverse("profile", args=[self.username])

    @property
    def display_name(self) -> str:
        """The name the site shows: guests and those who left are called so in the reader's language."""
        if self.left_at:
            return gettext("Former player %(number)s") % {"number": self.pk}
        if self.is_bot:
            return f"{self.username} [bot]"
        if self.is_guest:
            return gettext("Guest %(number)s") % {"number": self.username.rpartition(" ")[2]}
        return self.username

    @property
    def has_page(self) -> bool:
        """Whether there is a public page to lead to."""
        return self.is_active and not self.is_guest and self.left_at is None

    @property
    def is_confirmed(self) -> bool:
        """Whether an e-mail address was confirmed; rated tables and talk are for these."""
        return bool(self.emailaddress_set.filter(verified=True).exists())

    def hears_of(self, kind: str) -> bool:
        """Tell whether somebody wants to be told of a kind of thing by any way."""
        return getattr(self, f"mail_{kind}") or kind in self.push_kinds.split() or kind in self.hook_kinds.split()

    def get_full_name(self) -> str:
        """Give the name the site shows."""
        return self.display_name

    def get_short_name(self) -> str:
        """Give the name the site shows."""
        return self.display_name
