"""Devices and webhooks that somebody adds and takes away."""

from typing import Final

from django.db import transaction

from accounts.models import PushDevice, User, Webhook
from accounts.models.user import KINDS
from accounts.people.services.locking import lock_person

MOST_DEVICES: Final = 10
MOST_WEBHOOKS: Final = 3
EVERYTHING: Final = " ".join(KINDS)


class TooMany(Exception):
    """Nobody needs so many."""


@transaction.atomic
def add_device(*, user: User, endpoint: str, p256dh: str, auth: str, user_agent: str) -> PushDevice:
    """Tell a browser from now on; whoever uses it now has it. Who had chosen nothing yet is told everything there."""
    user = lock_person(user)
    device, _is_new = PushDevice.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "user_agent": user_agent},
    )
    spare = PushDevice.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[MOST_DEVICES:]
    PushDevice.objects.filter(pk__in=list(spare)).delete()
    if not user.push_kinds:
        user.push_kinds = EVERYTHING
        user.save(update_fields=["push_kinds"])
    return device


@transaction.atomic
def add_webhook(*, user: User, style: str, url: str) -> Webhook:
    """Tell another service from now on."""
    user = lock_person(user)
    if Webhook.objects.filter(user=user).count() >= MOST_WEBHOOKS:
        raise TooMany
    if not user.hook_kinds:
        user.hook_kinds = EVERYTHING
        user.save(update_fields=["hook_kinds"])
    return Webhook.objects.create(user=user, style=style, url=url)


def remove_device(*, user: User, pk: int) -> None:
    """Tell a browser no more; taken away twice is taken away once."""
    PushDevice.objects.filter(user=user, pk=pk).delete()


def remove_webhook(*, user: User, pk: int) -> None:
    """Tell a service no more."""
    Webhook.objects.filter(user=user, pk=pk).delete()


def forget_ways(user: User) -> None:
    """Forget all devices and webhooks of who leaves, or is banned for good."""
    PushDevice.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
