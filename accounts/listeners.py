"""What accounts do when others ring: the sweep, a log-in, and words for everybody that change."""

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.announcements import forget_announcements
from accounts.models import Announcement, User
from accounts.services.addresses import note_sighting
from games.signals import sweeping
from games.task_queue import enqueue


@receiver(sweeping)
def ring_for_the_post(**kwargs: Any) -> None:
    """Letters that are due go out by a task of their own."""
    enqueue("accounts.tasks.deliver_letters", expires=settings.SWEEP_SECONDS)


@receiver(user_logged_in)
def remember_where_from(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Several accounts of one person come from one place."""
    note_sighting(user=user, request=request)


@receiver([post_save, post_delete], sender=Announcement)
def say_it_at_once(**kwargs: Any) -> None:
    """Nobody waits for what was kept for the next page."""
    forget_announcements()
