"""Housekeeping of people."""

from celery import shared_task
from django.core.management import call_command

from accounts.services import addresses, guests


@shared_task
def forget_expired_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    call_command("clearsessions")


@shared_task
def sweep_guests() -> None:
    """Delete guests who will not come back, and addresses that serve nobody any more."""
    guests.sweep_guests()
    addresses.forget_old_sightings()
