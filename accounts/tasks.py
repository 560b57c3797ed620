"""Housekeeping of people."""

from celery import shared_task
from django.core.management import call_command

from accounts.entrance.services import guests
from accounts.mail import services
from accounts.staff.services import addresses, devices


@shared_task
def forget_expired_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    call_command("clearsessions")


@shared_task
def sweep_guests() -> None:
    """Delete guests who will not come back, and addresses and devices that serve nobody any more."""
    guests.sweep_guests()
    addresses.forget_old_sightings()
    devices.forget_old_devices()


@shared_task
def deliver_letters() -> None:
    """Send mail that is due; a mail server that does not answer holds up nobody but the post."""
    services.deliver_in_background()


@shared_task
def forget_old_letters() -> None:
    """Delete letters of which nobody will be told again."""
    services.forget_old_letters()
