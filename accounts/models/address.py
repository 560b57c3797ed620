"""Where people come from: shared addresses tell of several accounts, and an address can be banned for a while."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NETWORK = 49  # an IPv6 address with its prefix
LONGEST_DEVICE = 32


class Sighting(models.Model):
    """Somebody came from a network: one address of IPv4, the /64 of IPv6, since a household has that many."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sightings")
    network = models.CharField(_("network"), max_length=LONGEST_NETWORK)
    first_at = models.DateTimeField(_("first"), default=timezone.now)
    last_at = models.DateTimeField(_("last"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("sighting")
        verbose_name_plural = _("sightings")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["network", "user"], name="sighting_once_a_network")]

    def __str__(self) -> str:
        return f"{self.user} / {self.network}"


class DeviceSighting(models.Model):
    """Somebody came with a browser: a keyed hash of its random cookie and its name, from which neither is found out."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="device_sightings", db_index=False)
    device = models.CharField(_("device"), max_length=LONGEST_DEVICE)
    first_at = models.DateTimeField(_("first"), default=timezone.now)
    last_at = models.DateTimeField(_("last"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("sighting of a device")
        verbose_name_plural = _("sightings of devices")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "device"], name="device_once_a_person")]

    def __str__(self) -> str:
        return f"{self.user} / {self.device[:8]}"


class AddressBan(models.Model):
    """A network from which, for a while, nobody new comes in: neither by registering nor as a guest.

    Whole offices and mobile networks share one address, so whoever has an account goes on playing.
    """

    network = models.CharField(_("network"), max_length=LONGEST_NETWORK, db_index=True)
    reason = models.TextField(_("reason"), max_length=2_000)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("since"), default=timezone.now)
    ends_at = models.DateTimeField(_("until"))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("address ban")
        verbose_name_plural = _("address bans")
        ordering = ["-pk"]
        default_permissions = ("add", "change", "view")
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=models.F("made_at")), name="address_ban_ends_later")
        ]

    def __str__(self) -> str:
        return self.network
