"""What accounts do on signals: the sweep, a log-in, a factor more, and words for everybody that change."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import Announcement, User
from accounts.sanctions.services.sanctions import refresh_ban_flags
from accounts.staff.admin_site import shown_factors
from accounts.staff.announcements import forget_announcements
from accounts.staff.services.addresses import note_sighting
from accounts.staff.services.factors import confirm_added
from config.signals import sweeping
from config.task_queue import enqueue


@receiver(sweeping)
def deliver_due_letters(**kwargs: Any) -> None:
    """Have letters that are due sent by a task of their own."""
    enqueue("accounts.tasks.deliver_letters", expires=settings.SWEEP_SECONDS)


@receiver(sweeping)
def correct_ban_flags(**kwargs: Any) -> None:
    """Let the flags of banned people follow from their sanctions again."""
    refresh_ban_flags()


@receiver(user_logged_in)
def remember_where_from(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Several accounts of one person come from one place."""
    note_sighting(user=user, request=request)


@receiver(authenticator_added)
def trust_who_has_shown_one(request: HttpRequest, authenticator: Authenticator, **kwargs: Any) -> None:
    """Staff who have a confirmed factor add and replace others without asking anybody."""
    confirm_added(factor=authenticator, shown=shown_factors(request))


@receiver([post_save, post_delete], sender=Announcement)
def say_it_at_once(**kwargs: Any) -> None:
    """Nobody waits for what was kept for the next page."""
    forget_announcements()
