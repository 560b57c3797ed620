"""Where people come from, and address bans."""

from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import AddressBan, Sighting, User
from accounts.staff.services.trace import trace

Network = IPv4Network | IPv6Network

# A provider hands an IPv6 household at least a /64, so one address says nothing there.
HOUSEHOLD: Final = {4: 32, 6: 64}
WIDEST: Final = {4: 24, 6: 48}
LONGEST_BAN: Final = timedelta(days=90)
KEPT_FOR: Final = timedelta(days=90)


class CannotBan(Exception):
    """Nothing was done; the message says why."""


def network_of(address: str) -> str:
    """Return the household of an address: itself, or the /64 of IPv6."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address):
        parsed = parsed.ipv4_mapped or parsed
    return str(ip_network(f"{parsed}/{HOUSEHOLD[parsed.version]}", strict=False))


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; empty where nobody can tell."""
    if "REMOTE_ADDR" not in request.META:
        return ""
    try:
        return network_of(ratelimit.get_ip(request))
    except (PermissionDenied, ValueError):  # a proxy that hands in something else
        return ""


def client_of(request: HttpRequest) -> str:
    """Return the address that a request comes from by the proxies that are trusted, for the log; "-" for none."""
    try:
        return str(ratelimit.get_ip(request)) if "REMOTE_ADDR" in request.META else "-"
    except (PermissionDenied, ValueError):
        return "-"


def note_sighting(*, user: User, request: HttpRequest) -> None:
    """Remember for some weeks where somebody came from: several accounts are seen by it."""
    network = address_of(request)
    if network:
        Sighting.objects.update_or_create(user=user, network=network, defaults={"last_at": timezone.now()})


def forget_old_sightings() -> None:
    """Keep addresses no longer than they serve."""
    Sighting.objects.filter(last_at__lt=timezone.now() - KEPT_FOR).delete()


def expect_may_ban(network: str, *, own: str = "") -> Network:
    """Refuse what would hit the wrong people, among them whoever comes from `own`."""
    parsed = read_network(network)
    if own and _holds(str(parsed), own):
        raise CannotBan(_("You are connecting from there yourself."))
    return parsed


def ban_address(*, actor: User, network: str, reason: str, ends_at: datetime) -> AddressBan:
    """Keep newcomers from a network out for a while."""
    parsed = expect_may_ban(network)
    if not timezone.now() < ends_at <= timezone.now() + LONGEST_BAN:
        raise CannotBan(_("Addresses change hands: an address ban ends within 90 days."))
    with transaction.atomic():
        ban = AddressBan.objects.create(network=str(parsed), reason=reason, made_by=actor, ends_at=ends_at)
        after = {"network": ban.network, "ends_at": ends_at.isoformat(), "people": people_seen_at(parsed)}
        trace(actor=actor, verb="ban address", why=reason, target=ban, after=after)
        return ban


def lift_address_ban(*, actor: User, ban_id: int, why: str) -> None:
    """Let newcomers in again."""
    with transaction.atomic():
        ban = AddressBan.objects.select_for_update().get(pk=ban_id)
        if ban.lifted_at is None:
            ban.lifted_at = timezone.now()
            ban.save(update_fields=["lifted_at"])
            trace(actor=actor, verb="lift address ban", why=why, target=ban, before={"network": ban.network})


def read_network(text: str) -> Network:
    """Return an address or a network as somebody typed it; narrower than a household means the household."""
    try:
        parsed = ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise CannotBan(_("That is neither an address nor a network.")) from error
    if parsed.is_private or parsed.is_loopback or parsed.is_multicast or parsed.is_reserved:
        raise CannotBan(_("That address belongs to no visitor: perhaps the proxy’s own."))
    if parsed.prefixlen < WIDEST[parsed.version]:
        raise CannotBan(_("That network is too wide: it would shut out a whole town."))
    household = HOUSEHOLD[parsed.version]
    return parsed.supernet(new_prefix=household) if parsed.prefixlen > household else parsed


def people_seen_at(network: Network) -> int:
    """Return how many people came from a network lately: who bans it should know."""
    seen = Sighting.objects.filter(network__startswith=_beginning(network)).values_list("user", "network")
    return len({user for user, place in seen if ip_network(place).subnet_of(network)})  # type: ignore[arg-type]


def _beginning(network: Network) -> str:
    """Return what the names of all its households begin with, so that an index can find them."""
    text = str(network.network_address)
    return text.rpartition(".")[0] if network.version == 4 else text.split("::")[0]


def expect_open_address(request: HttpRequest) -> None:
    """Refuse newcomers from where too much harm came from; whoever has an account logs in as ever."""
    network = address_of(request)
    bans = AddressBan.objects.filter(lifted_at=None, ends_at__gt=timezone.now()).values_list("network", flat=True)
    if network and any(_holds(ban, network) for ban in bans):
        raise ImmediateHttpResponse(render(request, "accounts/address_closed.html", status=403))


def _holds(ban: str, network: str) -> bool:
    wide, narrow = ip_network(ban), ip_network(network)
    return wide.version == narrow.version and narrow.subnet_of(wide)  # type: ignore[arg-type]
